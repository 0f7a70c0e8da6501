import type { FieldProblem } from '../core/codes.ts'
import { accept, type Result, refuse } from '../lib/result.ts'
import type { RecordOf, Shapes } from '../lib/shape.ts'
import { type ColumnMapping, checkMapping, MAX_KEY_LENGTH } from '../orders/import/column-mapping.ts'
import { importColumnNames, widestImport } from '../orders/import/import-columns.ts'
import { shopFileKinds } from '../orders/import/shop-headers.ts'
import { storageLimits } from '../users/storage-limits.ts'

const columnShapes = {
  header: { kind: 'text' },
  column: { kind: 'choice', values: importColumnNames },
} as const satisfies Shapes

/** Body of the call that remembers a mapping: the keys of all headers of the file, and those that are read. */
export const mappingInputShapes = {
  headers: { kind: 'values', of: { kind: 'text' } },
  columns: { kind: 'list', of: columnShapes },
} as const satisfies Shapes

/** Which columns a person reads as what in files with these headers. One for each set of headers, the last. */
export const importMappingShapes = {
  id: { kind: 'id' },
  ...mappingInputShapes,
  updatedAt: { kind: 'instant' },
} as const satisfies Shapes

export type ImportMapping = RecordOf<typeof importMappingShapes>
export type MappingInput = { headers: readonly string[]; columns: ColumnMapping }

export const mostMappings = storageLimits.mappings

/** What a line of a shop is known by. */
export const lineKeys = ['sku', 'name'] as const

/** Answer of the call that says what lines of sources mean. */
export const knownLineShapes = {
  kind: { kind: 'choice', values: shopFileKinds },
  by: { kind: 'choice', values: lineKeys },
  key: { kind: 'text' },
  product: { kind: 'id' },
} as const satisfies Shapes

/** Checks a mapping to remember; its headers are sorted. */
export const readMappingInput = (body: unknown): Result<MappingInput> => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return refuse('BAD_JSON')
  const { headers, columns, ...others } = body as Record<string, unknown>
  const errors: FieldProblem[] = Object.keys(others).map((path) => ({ path, code: 'UNKNOWN_FIELD' }))
  if (headers === undefined) errors.push({ path: 'headers', code: 'REQUIRED' })
  else if (!isHeaderList(headers)) errors.push({ path: 'headers', code: 'NOT_A_LIST' })
  const mapping = checkMapping(columns ?? [])
  if (columns === undefined) errors.push({ path: 'columns', code: 'REQUIRED' })
  else if (!mapping.ok)
    errors.push(...(mapping.errors ?? []).map(({ code }): FieldProblem => ({ path: 'columns', code })))
  if (errors.length > 0 || !mapping.ok || !isHeaderList(headers)) return refuse('VALIDATION_FAILED', errors)
  const known = new Set(headers)
  const isForeign = mapping.value.length === 0 || mapping.value.some(({ header }) => !known.has(header))
  return isForeign
    ? refuse('VALIDATION_FAILED', [{ path: 'columns', code: 'NOT_A_CHOICE' }])
    : accept({ headers: [...known].sort(), columns: mapping.value })
}

/** Keys of headers, some texts of letters and digits. */
const isHeaderList = (given: unknown): given is string[] =>
  Array.isArray(given) &&
  given.length > 0 &&
  given.length <= widestImport &&
  given.every((key) => typeof key === 'string' && key.length <= MAX_KEY_LENGTH && isKey.test(key))

const isKey = /^[\p{L}\p{N}]+(?:#\d{1,3})?$/u
