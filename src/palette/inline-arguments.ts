import { fold } from '../../domain/lib/fold.ts'
import type { ArgumentDefinition } from '../commands/argument.ts'
import type { Arguments } from '../commands/arguments.ts'
import type { Command } from '../commands/command.ts'
import type { ArgumentValue } from './argument-values.ts'
import type { Prepared } from './prepared-text.ts'
import { rank } from './rank.ts'

/** A command's name with words after it: `status delivered`, `confirm 10423`, `comment 10423 called twice`. */
export type Inline = { command: string; args: Arguments; words: readonly string[]; number: number | null }

export type InlineSource = {
  commands: readonly Prepared[]
  get: (id: string) => Command | undefined
  /** What was typed read as values of an argument, its choices as far as they are known. */
  values: (command: Command, argument: ArgumentDefinition, query: string) => readonly ArgumentValue[]
}

/** At most a few: what is typed names one command and one value, or it is something else. */
const mostReadings = 5

/** Every way to read the query as a command with its arguments, the longest name first. */
export function readInline(query: string, source: InlineSource): readonly Inline[] {
  const words = query.trim().split(/\s+/)
  const readings: Inline[] = []
  for (let split = words.length - 1; split > 0 && readings.length < mostReadings; split -= 1) {
    const head = words.slice(0, split).join(' ')
    const tail = words.slice(split)
    for (const { id, tier } of rank(head, source.commands)) {
      const command = source.get(id)
      if (command === undefined || tier === 'fuzzy' || isWholeName(query, id, source)) continue
      readings.push(...readTail(command, tail, source))
    }
  }
  return readings.slice(0, mostReadings)
}

function readTail(command: Command, tail: readonly string[], source: InlineSource): Inline[] {
  const takesRecord = command.target !== 'none'
  const number = takesRecord ? numberIn(tail[0]) : null
  const rest = (number === null ? tail : tail.slice(1)).join(' ')
  const base = { command: command.id, number }
  if (rest === '') return [{ ...base, args: {}, words: [] }]
  const [argument] = command.args ?? []
  if (argument === undefined) return []
  return source.values(command, argument, rest).map(({ value, text }) => ({
    ...base,
    args: { [argument.name]: value },
    words: [text],
  }))
}

/** `nouvelle commande` is a name, not `nouvelle` with an argument. */
const isWholeName = (query: string, id: string, { commands }: InlineSource): boolean =>
  commands.find((command) => command.id === id)?.names.some(({ folded }) => folded.startsWith(fold(query))) ??
  false

const numberIn = (word: string | undefined): number | null => {
  const digits = /^#?(\d{1,12})$/.exec(word ?? '')
  return digits === null ? null : Number(digits[1])
}
