import { fold } from '../../../domain/lib/fold.ts'
import type { ArgumentDefinition, Command } from '../../commands/command.ts'
import type { Arguments } from '../../commands/command-ports.ts'
import { type Ranked, rank } from '../ranking/rank.ts'
import { nearness, type Prepared, unshiftedDigits } from '../ranking/text-analysis.ts'
import type { ArgumentValue } from './argument-page.ts'

/** A command's name with words after it: `status delivered`, `confirm 10423`, `comment 10423 called twice`. */
export type Inline = { command: string; args: Arguments; words: readonly string[]; number: number | null }

export type InlineSource = {
  commands: readonly Prepared[]
  get: (id: string) => Command | undefined
  /** What was typed read as values of an argument, its choices as far as they are known. */
  values: (command: Command, argument: ArgumentDefinition, query: string) => readonly ArgumentValue[]
  /** Whether words before a value only join, or name a list or a kind of person. */
  headKind: (head: string) => 'noun' | 'joint' | null
}

/** At most a few: what is typed names one command and one value, or it is something else. */
const MAX_READINGS = 5
/** No command is called by more words; a pasted text is not read word by word. */
const MAX_NAME_WORDS = 6
/** A person who types on the wrong layout sees it by then; each reading is one more ranking. */
const MAX_RESCUED_WORDS = 2
/** A name that is only begun takes a text for its argument from here on: `n koné` is no note. */
const MIN_BEGUN_LENGTH = 3

/** Every way to read the query as a command with its arguments, the longest name first; a number may precede it. */
export function readInline(query: string, source: InlineSource): readonly Inline[] {
  const words = query.trim().split(/\s+/)
  const folded = fold(query)
  const [first = '', ...others] = words
  const splits =
    numberIn(first) === null
      ? splitsOf(words)
      : [{ head: others.join(' '), tail: [first] }, ...splitsOf(others, [first])]
  const readings: Inline[] = []
  for (const { head, tail } of splits) {
    if (readings.length >= MAX_READINGS) break
    const headKind = source.headKind(head)
    const withOtherLayouts = head.split(' ').length <= MAX_RESCUED_WORDS
    for (const ranked of rank(head, source.commands, { withFuzzy: false, withOtherLayouts })) {
      const command = source.get(ranked.id)
      if (command === undefined || isWholeName(folded, ranked.id, source)) continue
      const read = readTail(command, tail, source, isSure(ranked, head))
      // `livraisons de Drissa Bamba` looks for that person's: only a record's number makes it more than a search.
      const isVerbless = headKind === 'noun' || (headKind === 'joint' && !isSure(ranked, head))
      readings.push(
        ...read.filter(({ number }) => !isVerbless || number !== null || command.target === 'none'),
      )
    }
  }
  return readings.slice(0, MAX_READINGS)
}

/** The query parted after its first words, the longest beginning first; `before` is prepended to what is left. */
const splitsOf = (words: readonly string[], before: readonly string[] = []) => {
  const most = Math.min(words.length - 1, MAX_NAME_WORDS)
  return Array.from({ length: Math.max(0, most) }, (_, index) => ({
    head: words.slice(0, most - index).join(' '),
    tail: [...before, ...words.slice(most - index)],
  }))
}

/** Whether the head surely names the command, so that any text may follow: what is said of it, or the beginning of its name. */
const isSure = ({ tier, isName }: Ranked, head: string): boolean =>
  tier === 'exact' || (tier === 'prefix' && isName && head.length >= MIN_BEGUN_LENGTH)

function readTail(
  command: Command,
  tail: readonly string[],
  source: InlineSource,
  isSureOfName: boolean,
): Inline[] {
  const takesRecord = command.target !== 'none'
  const number = takesRecord ? numberIn(tail[0]) : null
  const rest = (number === null ? tail : tail.slice(1)).join(' ')
  const base = { command: command.id, number }
  const [argument] = command.args ?? []
  if (rest === '') {
    // `deliver 12000` may be the record of that number, or the amount.
    const isEither = argument !== undefined && !argument.isApart && numeric.has(argument.kind)
    const values = isEither ? source.values(command, argument, tail.join(' ')) : []
    return [
      ...valued({ command: command.id, number: null }, argument, values),
      { ...base, args: {}, words: [] },
    ]
  }
  if (argument === undefined || argument.isApart) return []
  if (argument.kind === 'text' && !(isSureOfName && isWrittenAs(argument, rest))) return []
  return valued(base, argument, source.values(command, argument, rest))
}

/** A text that is too long is not cut: it is something else, as is one that is no answer. */
const isWrittenAs = (
  { maxLength, written, whyNot }: Extract<ArgumentDefinition, { kind: 'text' }>,
  text: string,
): boolean =>
  text.length <= (maxLength ?? text.length) &&
  (written?.test(text) ?? true) &&
  (whyNot?.(text) ?? null) === null

/** Arguments that are written as a number alone. */
const numeric: ReadonlySet<ArgumentDefinition['kind']> = new Set(['money', 'date'])

const valued = (
  base: Pick<Inline, 'command' | 'number'>,
  argument: ArgumentDefinition | undefined,
  values: readonly ArgumentValue[],
): Inline[] =>
  argument === undefined
    ? []
    : values.map(({ value, text }) => ({ ...base, args: { [argument.name]: value }, words: [text] }))

const names = [nearness.indexOf('ownName'), nearness.indexOf('otherName')]

/** `nouvelle commande` (folded) is a name, not `nouvelle` with an argument. */
const isWholeName = (query: string, id: string, { commands }: InlineSource): boolean => {
  const texts = commands.find((command) => command.id === id)?.texts
  return names.some((step) => texts?.[step]?.some(({ folded }) => folded.startsWith(query)) ?? false)
}

/** `10423`, `#10423`, and what the same keys give without Shift on AZERTY. */
const numberIn = (word = ''): number | null => {
  const digits = /^#?(\d{1,12})$/.exec(word)?.[1] ?? unshiftedDigits(word)
  return digits === null || digits.length > 12 ? null : Number(digits)
}
