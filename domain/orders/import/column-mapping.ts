import { accept, type Result, refuse } from '../../lib/result.ts'
import { cellText } from './cell-text.ts'
import { type ImportColumn, importColumnNames, widestImport } from './import-columns.ts'
import { headerKey } from './shop-headers.ts'

/** A column of a file, by the key of its header (`headerKeys`), and the field that it is read as. */
export type MappedColumn = { header: string; column: ImportColumn }

/** Which columns a person wants to be read as what. Several may be one text: they are joined in the file's order. */
export type ColumnMapping = readonly MappedColumn[]

/** Fields that several columns may make, and what joins them. */
export const joinedColumns: Partial<Record<ImportColumn, string>> = {
  customerName: ' ',
  customerAddress: ', ',
  comment: '\n',
}

/** Keys of headers, unique: the second `Name` is `name#2`; a blank one has none. */
export const headerKeys = (headers: readonly string[]): string[] => {
  const counts = new Map<string, number>()
  return headers.map((header) => {
    const key = headerKey(header)
    if (key === '') return ''
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return count === 1 ? key : `${key}#${count}`
  })
}

/** The same for files with the same headers, in any order. */
export const headerSet = (headers: readonly string[]): string[] =>
  headerKeys(headers)
    .filter((key) => key !== '')
    .sort()

export const MAX_KEY_LENGTH = 210

/** Parses a mapping (JSON). */
export const parseMapping = (json: string): Result<ColumnMapping> => checkMapping(parse(json))

export const checkMapping = (list: unknown): Result<ColumnMapping> => {
  if (!Array.isArray(list)) return refuseAs('NOT_A_LIST')
  if (list.length > widestImport) return refuseAs('TOO_LARGE')
  if (!list.every(isMappedColumn)) return refuseAs('NOT_A_CHOICE')
  const headers = list.map(({ header }) => header)
  const single = list.map(({ column }) => column).filter((column) => joinedColumns[column] === undefined)
  const isTwice = [headers, single].some((names) => new Set(names).size < names.length)
  return isTwice ? refuseAs('NAMED_TWICE') : accept(list)
}

const parse = (json: string): unknown => {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}

const isMappedColumn = (given: unknown): given is MappedColumn => {
  if (typeof given !== 'object' || given === null) return false
  const { header, column, ...others } = given as Record<string, unknown>
  return (
    typeof header === 'string' &&
    header !== '' &&
    header.length <= MAX_KEY_LENGTH &&
    importColumnNames.some((name) => name === column) &&
    Object.keys(others).length === 0
  )
}

const refuseAs = (code: 'NOT_A_LIST' | 'TOO_LARGE' | 'NOT_A_CHOICE' | 'NAMED_TWICE') =>
  refuse('VALIDATION_FAILED', [{ path: 'mapping', code }])

/** A mapping that a person used for files with these headers (`headerSet`). */
export type RememberedMapping = { headers: readonly string[]; columns: ColumnMapping }

/** Rows among which a header is looked for. */
const headerWithin = 20

/** The row with all headers of a mapping; null if the file has none. */
export const mappedHeaderRow = (
  cells: readonly (readonly unknown[])[],
  mapping: ColumnMapping,
): number | null => {
  const at = cells.slice(0, headerWithin).findIndex((row) => {
    const keys = new Set(headerKeys(Array.from(row, cellText)))
    return mapping.length > 0 && mapping.every(({ header }) => keys.has(header))
  })
  return at < 0 ? null : at
}

/** The mapping that was used before for a file with the same headers. */
export const rememberedFor = (
  cells: readonly (readonly unknown[])[],
  remembered: readonly RememberedMapping[],
): ColumnMapping | null => {
  if (remembered.length === 0) return null
  const sets = cells.slice(0, headerWithin).map((row) => headerSet(Array.from(row, cellText)).join('\n'))
  return remembered.find(({ headers }) => sets.includes([...headers].sort().join('\n')))?.columns ?? null
}

/** The headers of a file as a person sees them, with the first values below. */
export type FileHeaders = { headers: readonly string[]; keys: readonly string[]; samples: readonly string[] }

/** Of a file whose headers are unknown: the row with most texts among the first. `at`: the row where it is known. */
export const fileHeaders = (
  cells: readonly (readonly unknown[])[],
  at: number | null,
): FileHeaders | null => {
  const counts = cells.slice(0, headerWithin).map(countTexts)
  const most = Math.max(0, ...counts)
  const row = at ?? (most < 2 ? -1 : counts.indexOf(most))
  const header = cells[row]
  if (header === undefined) return null
  const headers = Array.from(header, cellText)
  const below = cells.slice(row + 1, row + 1 + SAMPLED_ROWS)
  const samples = headers.map((_, place) => {
    const written = below.map((line) => cellText(line[place])).find((text) => text !== '') ?? ''
    return written.slice(0, SAMPLE_LENGTH)
  })
  return { headers, keys: headerKeys(headers), samples }
}

const SAMPLED_ROWS = 50
const SAMPLE_LENGTH = 80

const countTexts = (row: readonly unknown[]): number =>
  new Set(
    Array.from(row, cellText)
      .filter((text) => /\p{L}/u.test(text))
      .map(headerKey),
  ).size
