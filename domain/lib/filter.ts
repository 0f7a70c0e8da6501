import type { Code, FieldProblem } from '../core/codes.ts'
import { isDate, isId } from './field.ts'
import { type Filter, type Filters, kindOf, type ParsedFilter, splitValues } from './filter-kinds.ts'
import { accept, type Result, refuse } from './result.ts'
import { cleanLine, plainDigits, plainText } from './typed/clean-text.ts'

export type { Filter, Filters, ParsedFilter } from './filter-kinds.ts'

/** Which records, as written filter values by parameter. */
export type Where = Record<string, string>

/** Parameters of every list; `from` and `to` bound `createdAt`, `to` exclusive. */
const sharedParameters = { keyword: true, from: true, to: true, ids: true } as const

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
export const parseFilterValue = (filter: Filter, text: string): Result<ParsedFilter> =>
  kindOf(filter).parse(text, filter)
