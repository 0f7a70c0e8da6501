import type { Code, FieldProblem } from '../../core/codes.ts'
import type { CountryCode } from '../../core/countries.ts'
import { accept, type Result, refuse } from '../../lib/result.ts'
import { cellText } from './cell-text.ts'
import type { ColumnMapping } from './column-mapping.ts'
import { type Correction, correctSheet } from './corrections.ts'
import { type ImportProduct, indexProducts, type ProductIndex } from './find-product.ts'
import type { HiddenRows } from './hidden-rows.ts'
import { type ImportColumn, importColumnNames, largestImport } from './import-columns.ts'
import { hasPrices, type ReadRow, type RowNote, type RowProblem, readRow } from './read-row.ts'
import {
  type ColumnPlaces,
  type ImportSheetRow,
  noSurroundings,
  type ReadSheet,
  readMappedSheet,
  readSheet,
  type SheetSurroundings,
} from './read-sheet.ts'

/** `skipped`: duplicate of a row of this file or of an earlier import; nothing to correct. */
export const rowStatuses = ['valid', 'invalid', 'skipped'] as const
export type RowStatus = (typeof rowStatuses)[number]

export type CheckedRow = ReadRow & { status: RowStatus }

export type CheckedImport = Pick<ReadSheet, 'format' | 'taken'> & {
  headerRow: number
  headers: string[]
  columns: ColumnPlaces
  orderNumber: number | null
  /** Number of rows hidden in the sheet. */
  hiddenRows: number
  rows: CheckedRow[]
  problems: RowProblem[]
  notes: RowNote[]
  ignoredColumns: string[]
  /** Headers of hidden columns, which are read nevertheless. */
  hiddenColumns: string[]
  /** Names of the workbook's other non-empty sheets. */
  otherSheets: readonly string[]
}

export type ImportCheckContext = {
  country: CountryCode
  products: readonly ImportProduct[]
  /** Values that replace cells of the file. */
  corrections?: readonly Correction[]
  /** What happens to hidden rows; default `skip`. */
  hiddenRows?: HiddenRows
  /** Numbers of rows that are not imported. */
  leftOut?: readonly number[]
  /** Which columns a person wants to be read as what. */
  mapping?: ColumnMapping | null
}

/**
 * Checks a sheet of orders. Runs in the browser's preview and on the server. Refused only if the sheet cannot be read at all; a
 * bad row is reported, not refused.
 */
export const checkImport = (
  cells: readonly (readonly unknown[])[],
  context: ImportCheckContext,
  surroundings: SheetSurroundings = noSurroundings,
): Result<CheckedImport> => {
  const { mapping = null } = context
  const written = mapping === null ? readSheet(cells) : readMappedSheet(cells, mapping)
  if (written === null) return refuse(cells.length === 0 ? 'FILE_EMPTY' : 'FILE_WITHOUT_HEADER')
  return checkSheet(written, context, surroundings)
}

/** The same of a sheet that was read. */
export const checkSheet = (
  written: ReadSheet,
  context: ImportCheckContext,
  { hidden, otherSheets }: SheetSurroundings,
): Result<CheckedImport> => {
  const refusal = whyNotRead(written)
  if (refusal !== null) return refuse(refusal.code, refusal.errors)
  const corrected = correctSheet(written, context.corrections ?? [])
  if (!corrected.ok) return corrected
  const sheet = corrected.value
  const rowContext = {
    country: context.country,
    columns: sheet.columns,
    orderNumber: sheet.orderNumber,
    products: indexProducts(context.products),
    hasPrices: hasPrices(sheet.rows, sheet.columns),
  }
  const placesRead = new Set([...Object.values(written.columns), written.orderNumber])
  const hiddenRows = new Set(hidden.rows)
  const leftOut = new Set(context.leftOut)
  const left = new Set([...leftOut, ...(context.hiddenRows === 'import' ? [] : hiddenRows)])
  const isSkipped = ({ row, said }: ImportSheetRow) => left.has(row) || (said?.skip ?? null) !== null
  // Skipped rows do not count as originals of duplicates.
  const repeats = findRepeats({ ...sheet, rows: sheet.rows.filter((row) => !isSkipped(row)) })
  const rows = sheet.rows.map((row): CheckedRow => {
    const skip = row.said?.skip ?? null
    if (skip !== null) return leaveRow(readRow(row, rowContext), skip)
    if (left.has(row.row))
      return leaveRow(readRow(row, rowContext), leftOut.has(row.row) ? 'ROW_LEFT_OUT' : 'ROW_HIDDEN')
    if (repeats.has(row.row)) return markRepeat(readRow(row, rowContext))
    const read = readRow(row, rowContext)
    return { ...read, status: read.order === null ? 'invalid' : 'valid' }
  })
  markReferences(rows)
  markLikelyDuplicates(rows)
  return accept({
    format: sheet.format,
    taken: sheet.taken,
    headerRow: sheet.headerRow,
    headers: sheet.headers,
    columns: sheet.columns,
    orderNumber: sheet.orderNumber,
    hiddenRows: rows.filter(({ row }) => hiddenRows.has(row)).length,
    rows,
    problems: rows.flatMap(({ problems }) => problems),
    notes: [
      ...sheet.repeated.map(
        ({ column }): RowNote => ({ row: sheet.headerRow, column, code: 'COLUMN_REPEATED' }),
      ),
      ...rows.flatMap(({ notes }) => notes),
    ],
    ignoredColumns: sheet.ignored,
    hiddenColumns: hidden.columns
      .filter((place) => placesRead.has(place))
      .map((place) => sheet.headers[place]!),
    otherSheets,
  })
}

/** Checks one row again after a correction. Duplicates of other rows and orders are only found by `checkImport`. */
export const recheckRow = (
  { format, taken, rows, columns, orderNumber, headers, headerRow }: CheckedImport,
  row: number,
  {
    country,
    products,
    corrections,
    leftOut = [],
  }: Pick<ImportCheckContext, 'country' | 'leftOut'> & {
    products: ProductIndex
    corrections: readonly Correction[]
  },
): CheckedRow | null => {
  const line = rows.find((one) => one.row === row)
  if (line === undefined) return null
  const sheet = {
    format,
    taken,
    headerRow,
    headers,
    columns,
    orderNumber,
    rows: [line],
    ignored: [],
    repeated: [],
    problems: [],
  }
  const corrected = correctSheet(
    sheet,
    corrections.filter((correction) => correction.row === row),
  )
  if (!corrected.ok) return null
  const [cells] = corrected.value.rows
  const read = readRow(cells!, {
    country,
    products,
    orderNumber,
    columns: corrected.value.columns,
    hasPrices: hasPrices(rows, columns),
  })
  if (leftOut.includes(row)) return leaveRow(read, 'ROW_LEFT_OUT')
  return { ...read, status: read.order === null ? 'invalid' : 'valid' }
}

const leaveRow = (read: ReadRow, code: Code): CheckedRow =>
  skipRow({ ...read, notes: [], status: 'skipped' }, code, null)

/** A row whose order already exists, on the server or in an earlier row. */
export const skipRow = (row: CheckedRow, code: Code, column: ImportColumn | null): CheckedRow => ({
  ...row,
  status: 'skipped',
  order: null,
  problems: [{ row: row.row, column, code }],
})

const whyNotRead = (sheet: ReadSheet): { code: Code; errors?: FieldProblem[] } | null => {
  if (sheet.problems.length > 0) {
    const errors = sheet.problems.map(({ column, code }) => ({ path: column, code }))
    return { code: 'MISSING_COLUMN', errors }
  }
  if (sheet.rows.length === 0) return { code: 'FILE_EMPTY' }
  return sheet.rows.length > largestImport ? { code: 'FILE_TOO_MANY_ROWS' } : null
}

/** Rows equal to an earlier one in every column read. */
const findRepeats = (sheet: ReadSheet): Set<number> => {
  const seen = new Set<string>()
  const repeats = new Set<number>()
  for (const row of sheet.rows) {
    const text = writtenRow(row, sheet)
    if (seen.has(text)) repeats.add(row.row)
    seen.add(text)
  }
  return repeats
}

const writtenRow = ({ cells }: ImportSheetRow, { columns, orderNumber }: ReadSheet): string =>
  JSON.stringify(
    [...importColumnNames.map((column) => columns[column]), orderNumber].map((place) => {
      const cell = cells[place ?? -1]
      return typeof cell === 'string' ? cellText(cell) : (cell ?? '')
    }),
  )

const markRepeat = (read: ReadRow): CheckedRow => leaveRow(read, 'DUPLICATE_IN_FILE')

/** The seller's reference is unique: a second row with it is invalid, since it is unknown which one is right. */
const markReferences = (rows: CheckedRow[]): void => {
  const seen = new Set<string>()
  for (const [index, row] of rows.entries()) {
    const { externalRef } = row.values
    if (row.status === 'skipped' || externalRef === null) continue
    if (!seen.has(String(externalRef))) {
      seen.add(String(externalRef))
      continue
    }
    const problem: RowProblem = { row: row.row, column: 'externalRef', code: 'DUPLICATE_IN_FILE' }
    rows[index] = { ...row, status: 'invalid', order: null, problems: [...row.problems, problem] }
  }
}

/** A note on each valid row with the phone and product of an earlier one: it may be meant, so it is imported. */
const markLikelyDuplicates = (rows: CheckedRow[]): void => {
  const seen = new Set<string>()
  for (const [index, row] of rows.entries()) {
    if (row.order === null) continue
    const key = `${row.order.customerPhone} ${row.order.product}`
    if (seen.has(key)) {
      const note: RowNote = { row: row.row, column: 'customerPhone', code: 'LIKELY_DUPLICATE_IN_FILE' }
      rows[index] = { ...row, notes: [...row.notes, note] }
    }
    seen.add(key)
  }
}
