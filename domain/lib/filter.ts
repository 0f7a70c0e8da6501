import type { Code, FieldProblem } from '../core/codes.ts'
import { choiceOf, isDate, isId } from './field.ts'
import { accept, type Result, refuse } from './result.ts'
import { cleanLine, plainDigits, plainText } from './typed/clean-text.ts'

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

export type Filters = Record<string, Filter>

/** Which records, as written filter values by parameter. */
export type Where = Record<string, string>

/** Parameters of every list; `from` and `to` bound `createdAt`, `to` exclusive. */
const sharedParameters = { keyword: true, from: true, to: true, ids: true } as const

export type ParsedFilter =
  | { kind: 'choice'; values: string[] }
  | { kind: 'reference'; ids: string[]; orNone: boolean }
  | { kind: 'range'; min: number | null; max: number | null; isAbove?: true; isBelow?: true; isNot?: number }
  | { kind: 'flag'; value: boolean }
  | { kind: 'span'; from: string | null; to: string | null }
  | { kind: 'days'; from: string | null; to: string | null }

export type ParsedWhere = {
  keyword: string | null
  from: string | null
  to: string | null
  ids: string[] | null
  /** Excluded ids, where a call accepts them. */
  except?: string[]
  filters: Record<string, ParsedFilter>
}

export const parseWhere = (filters: Filters, where: Record<string, unknown>): Result<ParsedWhere> => {
  const parsed: ParsedWhere = { keyword: null, from: null, to: null, ids: null, filters: {} }
  const errors: FieldProblem[] = []
  for (const [name, value] of Object.entries(where)) {
    const code = readParameter(parsed, filters, name, value)
    if (code !== null) errors.push({ path: name, code })
  }
  return errors.length > 0 ? refuse('VALIDATION_FAILED', errors) : accept(parsed)
}

/** Maximum length of a parameter: enough for the maximum number of ids, separated by comma and space. */
export const MAX_PARAMETER_LENGTH = 20_000

const readParameter = (parsed: ParsedWhere, filters: Filters, name: string, value: unknown): Code | null => {
  const isKnown = Object.hasOwn(sharedParameters, name) || Object.hasOwn(filters, name)
  if (!isKnown) return 'UNKNOWN_PARAMETER'
  if (typeof value === 'string' && value.length > MAX_PARAMETER_LENGTH) {
    return name === 'ids' ? 'TOO_MANY_IDS' : 'TOO_LONG'
  }
  if (typeof value !== 'string' || value.includes('\u0000') || !value.isWellFormed()) return 'NOT_TEXT'
  const text = plainText(value)
  if (text === '') return null
  if (name === 'keyword') {
    const keyword = plainDigits(cleanLine(value))
    if (keyword.length > 200) return 'TOO_LONG'
    parsed.keyword = keyword
    return null
  }
  if (name === 'from' || name === 'to') {
    if (!isDate(text)) return 'NOT_A_DATE'
    parsed[name] = new Date(text).toISOString()
    return null
  }
  if (name === 'ids') {
    const ids = splitValues(text)
    if (!ids.every(isId)) return 'NOT_AN_ID'
    if (ids.length > 500) return 'TOO_MANY_IDS'
    parsed.ids = ids
    return null
  }
  const read = parseFilterValue(filters[name]!, text)
  if (!read.ok) return read.code
  parsed.filters[name] = read.value
  return null
}

/** Parses a written filter value. */
export const parseFilterValue = (filter: Filter, text: string): Result<ParsedFilter> => {
  switch (filter.kind) {
    case 'choice': {
      const values = splitValues(text).map((value) => choiceOf(filter.values, value))
      return values.every((value) => value !== null)
        ? accept({ kind: 'choice', values })
        : refuse('NOT_A_CHOICE')
    }
    case 'reference': {
      const values = splitValues(text)
      const ids = values.filter((value) => value !== 'none')
      const orNone = ids.length < values.length
      if (orNone && !filter.optional) return refuse('NOT_AN_ID')
      return ids.every(isId) ? accept({ kind: 'reference', ids, orNone }) : refuse('NOT_AN_ID')
    }
    case 'range':
      return parseRange(text)
    case 'flag':
      return text === 'true' || text === 'false'
        ? accept({ kind: 'flag', value: text === 'true' })
        : refuse('NOT_A_FLAG')
    case 'span':
      return parseInstants(text)
    case 'days':
      return parseDays(text)
  }
}

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

const splitValues = (text: string): string[] =>
  text
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '')
