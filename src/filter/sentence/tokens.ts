import { fold } from '../../../domain/lib/fold.ts'
import { plainDigits } from '../../../domain/lib/typed/clean-text.ts'
import { readDecimal } from '../../../domain/lib/typed/read-amount.ts'
import { beforeThousands, thousandsLength } from '../../../domain/lib/typed/thousands.ts'

/** A token; `start` and `end`: offsets in the typed text. */
export type Token = {
  start: number
  end: number
} /** `other`: spelled with umlauts, if it may be: `aelter` is `alter`. */ & (
  | { kind: 'word'; word: string; other?: string }
  | { kind: 'number'; number: number }
  | { kind: 'day'; day: string }
  /** `status:pending`: grammar of the filter box. */
  | { kind: 'filter'; text: string }
  | { kind: 'quoted'; text: string }
  | { kind: 'sign'; sign: '>' | '<' | '>=' | '<=' | '+' }
)

const pieces: readonly { pattern: RegExp; make: (text: string, context: TokenContext) => Reading | null }[] =
  [
    {
      // Amounts may have spaces between thousands: `total:>15 000`, `total:10 000..20 000`.
      pattern:
        /(?!https?:)[\p{L}\p{M}-]+:(?:"[^"]*"?|[^\s"])+(?:(?<=[:<>=!≥≤≠.\s]\d{1,3})\s\d{3}(?!\d)[^\s"]*)*/uy,
      make: (text) => ({ kind: 'filter', text }),
    },
    { pattern: /"[^"]+"?|«[^»]+»?/uy, make: (text) => ({ kind: 'quoted', text: unquote(text) }) },
    { pattern: /\d{4}-\d{2}-\d{2}(?!\d)/y, make: (text) => ({ kind: 'day', day: text }) },
    {
      pattern: /\d{1,2}(?:\/\d{1,2}(?:\/(?:\d{4}|\d{2}))?|\.\d{1,2}\.(?:\d{4}|\d{2})?)(?!\d)/y,
      make: (text, { today }) => dayToken(text, today),
    },
    {
      pattern:
        /(?:\d{1,3}(?:[\s\u00a0\u202f.,'’٬]\d{3})+(?:[.,]\d{1,2}|٫\d{1,3})?(?!\d)|\d+(?:[.,٫]\d{1,3})?)(?:er|re|st|nd|rd|th|-?го|-?ое|-?е|º|\.(?=\s+\p{L}))?(?!\d)/uy,
      make: (text, { decimals }) => numberToken(text, decimals),
    },
    { pattern: />=|<=|[<>+]/y, make: (text) => ({ kind: 'sign', sign: text as '>' }) },
    { pattern: /€/y, make: () => ({ kind: 'word', word: 'eur' }) },
    { pattern: /[\p{L}\p{M}]+/uy, make: (text) => wordToken(text) },
  ]

/** `decimals`: of the currency; `today`: reference for dates without a year. */
export type TokenContext = { decimals: number; today: string }

type Reading = Token extends infer One ? (One extends Token ? Omit<One, 'start' | 'end'> : never) : never

/** Punctuation separates words and is dropped. */
export const tokensOf = (typed: string, context: TokenContext): Token[] => {
  const text = plainDigits(typed)
  const tokens: Token[] = []
  let at = 0
  while (at < text.length) {
    const read = readAt(text, at, context)
    if (read === null) at += 1
    else {
      tokens.push({ ...read.reading, start: at, end: read.end } as Token)
      at = read.end
    }
  }
  return tokens
}

const readAt = (
  text: string,
  at: number,
  context: TokenContext,
): { reading: Reading; end: number } | null => {
  for (const { pattern, make } of pieces) {
    pattern.lastIndex = at
    const [matched] = pattern.exec(text) ?? []
    const end = at + (matched?.length ?? 0)
    const found =
      matched !== undefined && isDigit.test(matched)
        ? text.slice(at, end + thousandsLength(text, end))
        : matched
    const reading = found === undefined ? null : make(found, context)
    if (found !== undefined && reading !== null) return { reading, end: at + found.length }
  }
  return null
}

/** Ends in a digit, so that a word for thousands may follow. */
const isDigit = /^\d.*\d$|^\d$/

const unquote = (text: string): string => text.replace(/["«»]/g, '').trim()

const wordToken = (text: string): Reading => {
  const word = fold(text)
  const other = word.replace(/([aou])e/g, '$1')
  return other === word ? { kind: 'word', word } : { kind: 'word', word, other }
}

const numberToken = (text: string, decimals: number): Reading | null => {
  const plain = beforeThousands(text) === null ? text.replace(/(?:\.|-?\p{L}{1,2})$/u, '') : text
  const number = readDecimal(plain, decimals)
  return number === null ? null : { kind: 'number', number }
}

/** `3/11` is 3 November: day first in all our languages. */
const dayToken = (text: string, today: string): Reading | null => {
  const [day, month, year] = text
    .split(/[./]/)
    .filter((part) => part !== '')
    .map(Number)
  const found = dayIn(day ?? 0, month ?? 0, year, today)
  return found === null ? null : { kind: 'day', day: found }
}

/** Without a year: the latest such day up to today. */
export const dayIn = (day: number, month: number, year: number | undefined, today: string): string | null => {
  const thisYear = Number(today.slice(0, 4))
  const text = (of: number) => `${of}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  const isReal = (one: string) => {
    const at = Date.parse(`${one}T00:00:00Z`)
    return !Number.isNaN(at) && new Date(at).toISOString().startsWith(one)
  }
  const years = year === undefined ? [thisYear, thisYear - 1] : [year < 100 ? 2000 + year : year]
  return years.map(text).find((one) => isReal(one) && (year !== undefined || one <= today)) ?? null
}
