import type { CountryCode } from '../core/countries.ts'
import { choiceOf, isDate, isId } from './field.ts'
import { fold } from './fold.ts'
import { accept, type Result, refuse } from './result.ts'
import { readAge, readNamedSpan, writeAge } from './span.ts'
import { plainText } from './typed/clean-text.ts'
import { readAmount, readCount } from './typed/read-amount.ts'

/**
 * A filter of a list. Its value is written the same way in a URL, in a bulk call's `where` and in the filter box: `A,B` any of,
 * `none` for an empty reference, `2..5` `2..` `..5` a range, `>2..`, `..<5` and `>2..<5` with exclusive ends, `!0` any number
 * but 0. A span is two days or instants, `2026-11-01..2026-11-08`, the second exclusive; the filter box takes the same as for
 * `created`. `days`: a span over a date column, without instants.
 */
export type Filter =
  | { kind: 'choice'; values: readonly string[] }
  | { kind: 'reference'; optional?: true }
  /** `whole`: integers, so that `>2` is written `3..`. `signed`: differences; `yes` means `!0`, `no` means `0`. */
  | { kind: 'range'; whole?: true; signed?: true }
  | { kind: 'flag' }
  /** `lasts`: an age is how long a state has lasted, not how old the record is. */
  | { kind: 'span'; lasts?: true }
  | { kind: 'days' }
  /** Words that the text contains, in any order, as a search finds them. The search must read that column. */
  | { kind: 'text' }

export type Filters = Record<string, Filter>

export type ParsedFilter =
  | { kind: 'choice'; values: string[] }
  | { kind: 'reference'; ids: string[]; orNone: boolean }
  | { kind: 'range'; min: number | null; max: number | null; isAbove?: true; isBelow?: true; isNot?: number }
  | { kind: 'flag'; value: boolean }
  | { kind: 'span'; from: string | null; to: string | null }
  | { kind: 'days'; from: string | null; to: string | null }
  | { kind: 'text'; text: string }

/**
 * Translations of filter names and values, folded: `statut` -> `status`, `en attente` -> `PENDING`, `hier` -> `yesterday` under
 * `created`, a person's name -> their id.
 */
export type FilterVocabulary = {
  names: Record<string, string>
  values: Record<string, Record<string, string>>
  /** Country whose number format and currency amounts are in; without it, the format of links. */
  country?: CountryCode
}

/** What a user wrote as the value of the filter `name`. */
type Typed<F> = { written: string; name: string; filter: F; vocabulary?: FilterVocabulary }

type KindRules<F> = {
  /** Parses a value as in links. */
  parse: (text: string, filter: F) => Result<ParsedFilter>
  /** The value as in links; unchanged if it is none. */
  canonical: (typed: Typed<F>) => string
  /** A comma belongs to the value. */
  isWhole?: true
}

export const MAX_FILTER_TEXT_LENGTH = 200

/**
 * The grammar of each kind's values. Its SQL: `server/crud/list-source.ts`; its words and completions: `src/filter/describe-query.ts`,
 * `src/filter/complete.ts`; its description in the API: `server/openapi/list-parameters.ts`.
 */
const filterKinds: { [K in Filter['kind']]: KindRules<Extract<Filter, { kind: K }>> } = {
  choice: {
    parse: (text, filter) => {
      const values = splitValues(text).map((value) => choiceOf(filter.values, value))
      return values.every((value) => value !== null)
        ? accept({ kind: 'choice', values })
        : refuse('NOT_A_CHOICE')
    },
    canonical: ({ written, name, filter, vocabulary }) => {
      const own = filter.values.find((value) => compact(value) === compact(written))
      return own ?? lookUp(vocabulary?.values[name], compact(written)) ?? written
    },
  },
  reference: {
    parse: (text, filter) => {
      const values = splitValues(text)
      const ids = values.filter((value) => value !== 'none')
      const orNone = ids.length < values.length
      if (orNone && !filter.optional) return refuse('NOT_AN_ID')
      return ids.every(isId) ? accept({ kind: 'reference', ids, orNone }) : refuse('NOT_AN_ID')
    },
    canonical: ({ written, name, vocabulary }) =>
      lookUp(vocabulary?.values[name], compact(written)) ??
      (none.has(compact(written)) ? 'none' : written.toLowerCase()),
  },
  range: {
    parse: (text) => parseRange(text),
    canonical: ({ written, filter, vocabulary }) => {
      if (filter.signed && isWord(written)) {
        if (yes.has(compact(written))) return '!0'
        if (no.has(compact(written))) return '0'
      }
      return readRange(filter, written, vocabulary?.country)
    },
    isWhole: true,
  },
  flag: {
    parse: (text) =>
      text === 'true' || text === 'false'
        ? accept({ kind: 'flag', value: text === 'true' })
        : refuse('NOT_A_FLAG'),
    canonical: ({ written }) => {
      if (yes.has(compact(written))) return 'true'
      return no.has(compact(written)) ? 'false' : written
    },
  },
  span: {
    parse: (text) => parseInstants(text),
    canonical: ({ written, name, vocabulary }) => spanValue(written, name, vocabulary),
  },
  days: {
    parse: (text) => parseDays(text),
    canonical: ({ written, name, vocabulary }) => spanValue(written, name, vocabulary),
  },
  text: {
    parse: (text) =>
      text.length > MAX_FILTER_TEXT_LENGTH ? refuse('TOO_LONG') : accept({ kind: 'text', text }),
    canonical: ({ written }) => written,
    isWhole: true,
  },
}

/** The rules of a filter's kind. */
export const kindOf = <F extends Filter>(filter: F) =>
  filterKinds[filter.kind] as unknown as KindRules<Filter>

/** The value of a span as in links: an age, a name or days. */
export const spanValue = (typed: string, name: string, vocabulary?: FilterVocabulary): string => {
  const written = plainText(typed)
  // Before names: a name is found despite other characters around it.
  const ends = written.split('..')
  if (ends.length === 2) {
    return ends.map((end) => (end === '' ? end : spanValue(end, name, vocabulary))).join('..')
  }
  const age = readAge(written)
  if (age !== null) return writeAge(age)
  return readNamedSpan(written) ?? lookUp(vocabulary?.values[name], compact(written)) ?? written
}

/** Own properties only: a user may type `constructor`. */
export const lookUp = (table: Record<string, string> | undefined, key: string): string | undefined =>
  table !== undefined && Object.hasOwn(table, key) ? table[key] : undefined

const compact = (text: string): string => fold(text).replaceAll(' ', '')

/** Starts with a letter, so it is no amount. */
const isWord = (written: string): boolean => /^\p{L}/u.test(written)

const yes = new Set(['yes', 'oui', 'ja', 'si', 'true', '1', 'да'])
const no = new Set(['no', 'non', 'nein', 'false', '0', 'нет'])
const none = new Set([
  'none',
  'aucun',
  'aucune',
  'keine',
  'keiner',
  'nessuno',
  'nessuna',
  'ninguno',
  'ninguna',
  'нет',
])

/**
 * `>=3` is `3..`; `>2` is `3..` for integers and `>2..` for amounts. With a country, numbers are read in its format (`>15.000`,
 * `10 000..20 000`), else in that of links.
 */
export const readRange = (
  filter: Extract<Filter, { kind: 'range' }>,
  written: string,
  country?: CountryCode,
): string => {
  if (written.length > MAX_RANGE_LENGTH) return written
  const text = plainText(written)
    .replace('≥', '>=')
    .replace('≤', '<=')
    .replace(/^(?:<>|!=|≠)/, '!')
  const number = (typed: string): string | null => {
    if (country === undefined || typed === '') return /^(?:-?\d+(?:\.\d+)?)?$/.test(typed) ? typed : null
    const read = filter.whole ? readCount(typed) : readAmount(typed, country)
    return read === null ? null : String(read)
  }
  const dots = text.indexOf('..')
  if (dots >= 0) {
    const [first, last] = [text.slice(0, dots), text.slice(dots + 2)]
    const [above, below] = [first.startsWith('>') ? '>' : '', last.startsWith('<') ? '<' : '']
    const [low, high] = [number(first.slice(above.length)), number(last.slice(below.length))]
    return low === null || high === null ? written : `${above}${low}..${below}${high}`
  }
  const sign = signs.find((one) => text.startsWith(one)) ?? ''
  const read = number(text.slice(sign.length))
  if (read === null || read === '') return written
  switch (sign) {
    case '!':
      return `!${read}`
    case '>=':
      return `${read}..`
    case '<=':
      return `..${read}`
    case '>':
      return filter.whole ? `${Math.floor(Number(read)) + 1}..` : `>${read}..`
    case '<':
      return filter.whole ? `..${Math.ceil(Number(read)) - 1}` : `..<${read}`
    default:
      return read
  }
}

const signs = ['!', '>=', '<=', '>', '<'] as const
const MAX_RANGE_LENGTH = 60

const parseInstants = (text: string): Result<ParsedFilter> => {
  const ends = readEnds(text, isDate)
  if (ends === null) return refuse('NOT_A_DATE')
  const [from = null, to = null] = ends.map((end) => end && new Date(end).toISOString())
  return accept({ kind: 'span', from, to })
}

const parseDays = (text: string): Result<ParsedFilter> => {
  const ends = readEnds(text, (end) => end.length === 10 && isDate(end))
  if (ends === null) return refuse('NOT_A_DATE')
  const [from = null, to = null] = ends
  return accept({ kind: 'days', from, to })
}

/** The two ends of a span, null for an open one. Returns null if both are open or one is invalid. */
const readEnds = (text: string, isEnd: (end: string) => boolean): (string | null)[] | null => {
  const dots = text.indexOf('..')
  const ends = dots < 0 ? [] : [text.slice(0, dots), text.slice(dots + 2)]
  if (ends.every((end) => end === '') || !ends.every((end) => end === '' || isEnd(end))) return null
  return ends.map((end) => (end === '' ? null : end))
}

/** Split before matching: one pattern with two adjacent optional numbers backtracks. */
const parseRange = (text: string): Result<ParsedFilter> => {
  if (text.startsWith('!')) {
    const other = text.slice(1)
    if (!isDecimal(other)) return refuse('NOT_A_NUMBER')
    return Number(other) > 1e12
      ? refuse('TOO_LARGE')
      : accept({ kind: 'range', min: null, max: null, isNot: Number(other) })
  }
  const dots = text.indexOf('..')
  const [first, last] = dots < 0 ? [text, text] : [text.slice(0, dots), text.slice(dots + 2)]
  if (first === '' && last === '') return refuse('NOT_A_NUMBER')
  const isAbove = dots >= 0 && first.startsWith('>')
  const isBelow = dots >= 0 && last.startsWith('<')
  const ends = [isAbove ? first.slice(1) : first || null, isBelow ? last.slice(1) : last || null]
  if (!ends.every((end) => end === null || isDecimal(end))) return refuse('NOT_A_NUMBER')
  const [min = null, max = null] = ends.map((end) => (end === null ? null : Number(end)))
  if ((min ?? 0) > 1e12 || (max ?? 0) > 1e12) return refuse('TOO_LARGE')
  return accept({
    kind: 'range',
    min,
    max,
    ...(isAbove ? { isAbove } : {}),
    ...(isBelow ? { isBelow } : {}),
  })
}

const MAX_NUMBER_LENGTH = 40
const isDecimal = (text: string): boolean =>
  text.length <= MAX_NUMBER_LENGTH && /^-?\d+(?:\.\d+)?$/.test(text)

/** Values of a list, separated by commas. */
export const splitValues = (text: string): string[] =>
  text
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '')
