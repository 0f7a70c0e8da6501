import { type Filters, parseFilterValue, type Where } from './filter.ts'
import { type FilterVocabulary, kindOf, lookUp, spanValue } from './filter-kinds.ts'
import { fold } from './fold.ts'
import { boundsOf, narrow, parseSpan, type Span, toDays } from './span.ts'
import { cleanText, plainDigits } from './typed/clean-text.ts'
import { isCurrency } from './typed/read-amount.ts'

/**
 * The grammar of the filter box: words to search for and `name:value` filters, in any order.
 *     status:pending created:<7d delivery:none total:>15000 abidjan "rue 12"
 * `created` and other times take `<7d` (younger than), `>3d` (older than), `2026-11-01`, `2026-11-01..2026-11-10` (either end
 * may be open), `today`, `last-week`, `..today` (a name or `now` as an end), or an instant `2026-11-25T20:33:01.123Z` (all
 * orders of one import share it); two of them are intersected. Names and values may be in any language of the vocabulary,
 * ignoring case and accents. With a country in the vocabulary, amounts are read as in forms: `total:>15 000`,
 * `total:15.000..20.000`.
 */
export type QueryText = { where: Where; problems: QueryProblem[] }
export type QueryProblem = { token: string; code: 'UNKNOWN_FILTER' | 'NOT_A_VALUE' }

export type { FilterVocabulary } from './filter-kinds.ts'

/** `timeZone`: for the days of `created`; the country's, as in reports. */
export type QueryOptions = { now: Date; timeZone?: string; vocabulary?: FilterVocabulary }

export const parseQuery = (filters: Filters, text: string, options: QueryOptions): QueryText => {
  const where: Where = {}
  const words: string[] = []
  const problems: QueryProblem[] = []
  for (const token of termsOf(filters, text, options.vocabulary)) {
    const colon = token.indexOf(':')
    const name = colon > 0 ? filterName(filters, token.slice(0, colon), options.vocabulary) : null
    if (colon <= 0 || /^https?:/i.test(token)) {
      words.push(unquote(token))
      continue
    }
    const written = unquote(token.slice(colon + 1))
    if (name === null) problems.push({ token, code: 'UNKNOWN_FILTER' })
    else if (!addFilter(where, filters, name, written, options)) problems.push({ token, code: 'NOT_A_VALUE' })
  }
  if (words.length > 0) where.keyword = words.join(' ')
  return { where, problems }
}

/** Rewrites a query canonically (`status:PENDING`, as in links) or in a language. Words and unreadable parts stay. */
export const rewordQuery = (
  filters: Filters,
  text: string,
  from: FilterVocabulary | undefined,
  to: { name: (name: string) => string; value: (name: string, value: string) => string },
): string =>
  termsOf(filters, text, from)
    .map((token) => {
      const colon = token.indexOf(':')
      const name = colon > 0 ? filterName(filters, token.slice(0, colon), from) : null
      if (name === null) return token
      const canonical = canonicalValues(filters, name, unquote(token.slice(colon + 1)), from)
      return `${to.name(name)}:${canonical.map((value) => quoted(to.value(name, value))).join(',')}`
    })
    .join(' ')

/** A value or word in the grammar. */
export const quoted = (value: string): string => (/\s/.test(value) ? `"${value}"` : value)

/** A filter, or a word (`name` null), as written but unquoted. */
export type QueryTerm = { name: string | null; value: string }

/** Splits a query into terms; adjacent words are one term. */
export const queryTerms = (text: string): QueryTerm[] => {
  const terms: QueryTerm[] = []
  for (const token of tokenize(text)) {
    const colon = /^https?:/i.test(token) ? -1 : token.indexOf(':')
    const last = terms.at(-1)
    if (colon > 0) terms.push({ name: token.slice(0, colon), value: unquote(token.slice(colon + 1)) })
    else if (last?.name === null) last.value = `${last.value} ${unquote(token)}`
    else terms.push({ name: null, value: unquote(token) })
  }
  return terms
}

/**
 * A canonical query with this filter instead of those of its name, or without any (`value` null). `name` null: with these words
 * instead of its own.
 */
export const withFilter = (text: string, name: string | null, value: string | null): string => {
  const others = queryTerms(text).filter((term) => term.name !== name)
  const all = value === null ? others : [...others, { name, value }]
  return all.map(({ name, value }) => (name === null ? value : `${name}:${quoted(value)}`)).join(' ')
}

/** For completion: whether a name or a value is being typed before the cursor. */
export const tokenAt = (
  text: string,
  cursor: number,
): { start: number; name: string | null; written: string } => {
  const before = text.slice(0, cursor)
  const start = openTokenStart(before)
  const token = before.slice(start)
  const colon = token.indexOf(':')
  return colon < 0
    ? { start, name: null, written: token }
    : { start: start + colon + 1, name: token.slice(0, colon), written: token.slice(colon + 1) }
}

/** Longer input is cut. */
export const MAX_QUERY_LENGTH = 20_000

/** Splits a query into words and filters, respecting quotes, in linear time. */
const tokenize = (text: string): string[] => {
  const tokens: string[] = []
  let start = -1
  let isQuoted = false
  const read = text.slice(0, MAX_QUERY_LENGTH)
  for (let at = 0; at <= read.length; at++) {
    const isEnd = at === read.length || (!isQuoted && isSpace(read[at]!))
    if (isEnd && start >= 0) tokens.push(read.slice(start, at))
    if (isEnd) start = -1
    else if (start < 0) start = at
    if (read[at] === '"') isQuoted = !isQuoted
  }
  return tokens
}

/** Splits into words and filters; an amount may have spaces between thousands (`total:>15 000`). */
const termsOf = (filters: Filters, text: string, vocabulary?: FilterVocabulary): string[] => {
  const terms: string[] = []
  for (const token of tokenize(plainDigits(cleanText(text.slice(0, MAX_QUERY_LENGTH))))) {
    const last = terms.at(-1)
    if (last !== undefined && isMoreOfAmount(filters, last, token, vocabulary))
      terms[terms.length - 1] = `${last} ${token}`
    else terms.push(token)
  }
  return terms
}

/** Three digits and what may end an amount: decimals, a currency, the other end of a range. */
const thousands = /^\d{3}(?:[.,٫]\d{1,3})?(?:\D{1,6})?(?:(?:\.\.|[-–]).*)?$/u

/** Whether a word continues the amount that the filter ends with: more thousands, or its currency. */
const isMoreOfAmount = (
  filters: Filters,
  term: string,
  word: string,
  vocabulary: FilterVocabulary | undefined,
): boolean => {
  const isThousands = thousands.test(word) && /(?:[:<>=!≥≤≠]|\.\.|-)[1-9]\d{0,2}(?: \d{3})*$/.test(term)
  if (!isThousands && !(isCurrency(word) && /\d$/.test(term))) return false
  const colon = term.indexOf(':')
  const name = colon > 0 ? filterName(filters, term.slice(0, colon), vocabulary) : null
  const filter = name === null ? undefined : filters[name]
  return filter?.kind === 'range' && (isThousands || !filter.whole)
}

/** Start of the last token; the end of the text after a space. */
const openTokenStart = (text: string): number => {
  let start = 0
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '"') isQuoted = !isQuoted
    else if (!isQuoted && isSpace(text[at]!)) start = at + 1
  }
  return start
}

const isSpace = (character: string): boolean => /\s/.test(character)

const unquote = (token: string): string => token.replaceAll('"', '').trim()

const compact = (text: string): string => fold(text).replaceAll(' ', '')

const filterName = (filters: Filters, written: string, vocabulary?: FilterVocabulary): string | null => {
  const name = compact(written)
  if (name === 'created') return 'created'
  const own = Object.keys(filters).find((key) => key.toLowerCase() === name)
  return own ?? lookUp(vocabulary?.names, name) ?? null
}

const addFilter = (
  where: Where,
  filters: Filters,
  name: string,
  written: string,
  options: QueryOptions,
): boolean => {
  const filter = filters[name]
  if (filter === undefined || filter.kind === 'span' || filter.kind === 'days') {
    const timeZone = options.timeZone ?? 'UTC'
    const span = parseSpan(spanValue(written, name, options.vocabulary), options.now, timeZone)
    if (span === null) return false
    if (filter === undefined) Object.assign(where, narrow(where, span))
    else {
      const own = filter.kind === 'days' ? toDays(span, timeZone) : span
      where[name] = writeSpan(narrow(writtenSpan(where[name]), own))
    }
    return true
  }
  const value = canonicalValues(filters, name, written, options.vocabulary).join(',')
  if (value === '' || !parseFilterValue(filter, value).ok) return false
  where[name] = value
  return true
}

/** The values as in links; `created` is a span without a filter. */
const canonicalValues = (
  filters: Filters,
  name: string,
  typed: string,
  vocabulary: FilterVocabulary | undefined,
): string[] => {
  const filter = filters[name]
  if (filter === undefined) return typed.split(',').map((written) => spanValue(written, name, vocabulary))
  const { canonical, isWhole } = kindOf(filter)
  const values = isWhole ? [typed] : typed.split(',')
  return values.map((written) => canonical({ written, name, filter, vocabulary }))
}

const writeSpan = ({ from = '', to = '' }: Span): string => `${from}..${to}`

const writtenSpan = (written = '..'): Span => {
  const [from = '', to = ''] = written.split('..')
  return boundsOf(from, to)
}
