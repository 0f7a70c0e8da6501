import { fold } from '../../../domain/lib/fold.ts'
import type { ArgumentDefinition, Command } from '../../commands/command.ts'
import type { Arguments } from '../../commands/command-ports.ts'
import { type Ranked, rank } from '../ranking/rank.ts'
import { nearness, type Prepared, unshiftedDigits } from '../ranking/text-analysis.ts'
import type { ArgumentValue } from './argument-page.ts'

/** A command's name with arguments after it: `status delivered`, `confirm 10423`, `comment 10423 called twice`. */
export type Inline = { command: string; args: Arguments; words: readonly string[]; number: number | null }

export type InlineSource = {
  commands: readonly Prepared[]
  get: (id: string) => Command | undefined
  /** Values of an argument that match the text, among choices loaded so far; for the record in hand those that it can take. */
  values: (
    command: Command,
    argument: ArgumentDefinition,
    query: string,
    ofRecordInHand?: boolean,
  ) => readonly ArgumentValue[]
  /** Whether a word says nothing alone in the user's language. */
  isFiller: (word: string) => boolean
  /** Whether words before a value are a list or kind of person, or only join words. */
  headKind: (head: string) => 'noun' | 'joint' | null
}

const MAX_READINGS = 5
/** Bounds work on pasted text. */
const MAX_NAME_WORDS = 6
/** Enough to notice a wrong layout; each reading costs one more ranking. */
const MAX_RESCUED_WORDS = 2
/** Minimum length of an incomplete name before free text: `n koné` is no note. */
const MIN_BEGUN_LENGTH = 3

/** All readings as a command with arguments, longest name first; a number may precede it. */
export function readInline(query: string, source: InlineSource): readonly Inline[] {
  const words = query.trim().split(/\s+/)
  const folded = fold(query)
  const [first = '', ...others] = words
  const splits =
    numberIn(first) === null
      ? splitsOf(words)
      : [{ head: others.join(' '), tail: [first] }, ...splitsOf(others, [first])]
  const numbers = new Set(words.filter((word) => numberIn(word) !== null))
  const readings: Inline[] = []
  for (const { head, tail } of splits) {
    if (readings.length >= MAX_READINGS) break
    const headKind = source.headKind(head)
    const isNumbered = tail.some((word) => numbers.has(word))
    const withOtherLayouts = head.split(' ').length <= MAX_RESCUED_WORDS
    for (const ranked of rank(head, source.commands, { withFuzzy: false, withOtherLayouts })) {
      const command = source.get(ranked.id)
      if (command === undefined || isWholeName(folded, ranked.id, source)) continue
      // Beside a number, words among those of a keyword are scored by what they explain.
      if (isLoose(ranked) && isNumbered) continue
      // A customer's telephone is found in the text.
      if (command.args?.[0]?.name === 'phone') continue
      const isSaid = !fold(head).split(' ').every(source.isFiller)
      if (!isSaid) continue
      const read = readTail(command, tail, source, isSure(ranked, head))
      // `livraisons de Drissa Bamba` is a search; only a record number makes it a command.
      const isVerbless = headKind === 'noun' || (headKind === 'joint' && !isSure(ranked, head))
      readings.push(
        ...read.filter(({ number }) => !isVerbless || number !== null || command.target === 'none'),
      )
    }
  }
  return readings.slice(0, MAX_READINGS)
}

const isLoose = ({ tier, isName }: Ranked): boolean => !isName && (tier === 'words' || tier === 'initials')

/** Splits after the first words, longest head first; `before` is prepended to the rest. */
const splitsOf = (words: readonly string[], before: readonly string[] = []) => {
  const most = Math.min(words.length - 1, MAX_NAME_WORDS)
  return Array.from({ length: Math.max(0, most) }, (_, index) => ({
    head: words.slice(0, most - index).join(' '),
    tail: [...before, ...words.slice(most - index)],
  }))
}

/** Whether the head certainly names the command, so that free text may follow. */
const isSure = ({ tier, isName }: Ranked, head: string): boolean =>
  tier === 'exact' || (tier === 'prefix' && isName && head.length >= MIN_BEGUN_LENGTH)

function readTail(
  command: Command,
  tail: readonly string[],
  source: InlineSource,
  isSureOfName: boolean,
): Inline[] {
  const takesRecord = command.target !== 'none'
  // `comment on 14961: ...`.
  const joins = tail.slice(0, MAX_JOINS).findIndex((word) => !source.isFiller(fold(word)))
  const at = takesRecord && joins > 0 && numberIn(tail[joins]?.replace(/[:,]$/, '')) !== null ? joins : 0
  const number = takesRecord ? numberIn(tail[at]?.replace(/[:,]$/, '')) : null
  const rest = (number === null ? tail : tail.slice(at + 1)).join(' ')
  const base = { command: command.id, number }
  const [argument] = command.args ?? []
  if (rest === '') {
    // `deliver 12000` may be the record number or the amount.
    const isEither = argument !== undefined && !argument.isApart && numeric.has(argument.kind)
    const values = isEither ? source.values(command, argument, tail.join(' '), true) : []
    return [
      ...valued({ command: command.id, number: null }, argument, values),
      { ...base, args: {}, words: [] },
    ]
  }
  if (argument === undefined || argument.isApart) return []
  if (argument.kind === 'text' && !(isSureOfName && isWrittenAs(argument, rest))) return []
  return valued(base, argument, source.values(command, argument, rest))
}

/** Words between a command's name and the number. */
const MAX_JOINS = 3

/** Text that is too long or does not match the pattern is not an argument. */
export const isWrittenAs = (
  { maxLength, written, whyNot }: Extract<ArgumentDefinition, { kind: 'text' }>,
  text: string,
): boolean =>
  text.length <= (maxLength ?? text.length) &&
  (written?.test(text) ?? true) &&
  (whyNot?.(text) ?? null) === null

/** `because he found it cheaper`: the reason without the word before it. */
export const withoutBecause = (text: string): string => text.replace(because, '')

const because =
  /^(?:(?:because of|because|b\/c|bcz|bc|cuz|coz|cause|since|due to|as|parce que|pcq|psk|pck|car|puisque|[aà] cause d[eu]|weil|denn|wegen|perch[eé]|xk[eé]|xch[eé]|poich[eé]|siccome|porque|porq|xq|pq|pues|debido a|ya que|потому что|потому|так как|т\.?к\.?|тк|поскольку|из-за)\s{1,3}|(?:parce qu|[aà] cause d)['’])/iu

/** Arguments that are plain numbers. */
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

/** `nouvelle commande` is a name, not `nouvelle` with an argument. */
const isWholeName = (query: string, id: string, { commands }: InlineSource): boolean => {
  const texts = commands.find((command) => command.id === id)?.texts
  return names.some((step) => texts?.[step]?.some(({ folded }) => folded.startsWith(query)) ?? false)
}

/** `10423`, `#10423`, and the same keys without Shift on AZERTY. */
const numberIn = (word = ''): number | null => {
  const digits = /^#?(\d{1,12})$/.exec(word)?.[1] ?? unshiftedDigits(word)
  return digits === null || digits.length > 12 ? null : Number(digits)
}
