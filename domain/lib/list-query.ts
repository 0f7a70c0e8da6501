import type { FieldProblem } from '../core/codes.ts'
import { type Filters, type ParsedWhere, parseWhere } from './filter.ts'
import { accept, type Result, refuse } from './result.ts'
import { plainText } from './typed/clean-text.ts'

/** Filters and sort fields of a list; the first sort field is the default, descending. */
export type ListDefinition = { filters: Filters; sorts: readonly string[] }

export type ListQuery = ParsedWhere & {
  limit: number
  skip: number
  sort: { key: string; descending: boolean }
}

export const defaultLimit = 10
export const largestLimit = 500
export const defaultSkip = 0

/** Reads the query string of a list call. Unknown parameters are refused, not ignored. */
export const parseListQuery = (
  definition: ListDefinition,
  raw: Record<string, unknown>,
): Result<ListQuery> => {
  const { limit, skip, sort, ...rest } = raw
  const errors: FieldProblem[] = []
  const readLimit = readCount(limit, defaultLimit, 1, largestLimit)
  const readSkip = readCount(skip, defaultSkip, 0, 1_000_000_000)
  const readSort = parseSort(definition, sort)
  if (readLimit === null) errors.push({ path: 'limit', code: 'NOT_AN_INTEGER' })
  if (readSkip === null) errors.push({ path: 'skip', code: 'NOT_AN_INTEGER' })
  if (readSort === null) errors.push({ path: 'sort', code: 'NOT_A_CHOICE' })
  const where = parseWhere(definition.filters, rest)
  if (!where.ok) errors.push(...(where.errors ?? []))
  if (!where.ok || readLimit === null || readSkip === null || readSort === null) {
    return refuse('VALIDATION_FAILED', errors)
  }
  return accept({ ...where.value, limit: readLimit, skip: readSkip, sort: readSort })
}

const readCount = (value: unknown, byDefault: number, min: number, max: number): number | null => {
  if (value === undefined) return byDefault
  const text = typeof value === 'string' ? plainText(value) : ''
  if (!/^\d{1,10}$/.test(text)) return null
  const count = Number(text)
  return count < min || count > max ? null : count
}

/** A leading `-` sorts descending. */
const parseSort = ({ sorts }: ListDefinition, value: unknown): ListQuery['sort'] | null => {
  if (value === undefined) return { key: sorts[0]!, descending: true }
  if (typeof value !== 'string') return null
  const text = plainText(value)
  const descending = text.startsWith('-')
  const key = descending ? text.slice(1) : text
  return sorts.includes(key) ? { key, descending } : null
}
