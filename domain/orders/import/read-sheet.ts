import type { Code } from '../../core/codes.ts'
import { cellText, isBlankCell } from './cell-text.ts'
import {
  columnOf,
  exampleReference,
  type ImportColumn,
  requiredImportColumns,
  widestImport,
} from './import-columns.ts'

/** Column index of each field. */
export type ColumnPlaces = Partial<Record<ImportColumn, number>>

export type SheetRow = {
  /** The row's number as the spreadsheet program shows it. */
  row: number
  cells: readonly unknown[]
}

export type ReadSheet = {
  headerRow: number
  headers: string[]
  columns: ColumnPlaces
  /** Rows that hold anything at all. */
  rows: SheetRow[]
  /** Headers of columns that were not read: none of ours, or a second one for a field. */
  ignored: string[]
  repeated: { column: ImportColumn; header: string }[]
  problems: { row: number; column: ImportColumn; code: Code }[]
}

const headerWithin = 20
const enoughColumns = 2

/** Finds the header among the first rows and says what each column is. Null when no row looks like a header. */
export const readSheet = (cells: readonly (readonly unknown[])[]): ReadSheet | null => {
  const at = headerIndex(cells)
  if (at === null) return null
  const headers = Array.from(cells[at] ?? [], cellText)
  const columns: ColumnPlaces = {}
  const repeated: ReadSheet['repeated'] = []
  const ignored: string[] = []
  for (const [place, header] of headers.entries()) {
    const column = columnOf(header)
    const isTaken = column !== null && columns[column] !== undefined
    if (column !== null && !isTaken) columns[column] = place
    else if (header !== '') ignored.push(header)
    if (isTaken) repeated.push({ column, header })
  }
  return {
    headerRow: at + 1,
    headers,
    columns,
    rows: filledRows(cells, at + 1, columns),
    ignored,
    repeated,
    problems: requiredImportColumns
      .filter((column) => columns[column] === undefined)
      .map((column) => ({ row: at + 1, column, code: 'MISSING_COLUMN' })),
  }
}

/** Number of known columns in this sheet's header; 0 without one. Used to find the sheet of orders. */
export const countColumns = (cells: readonly (readonly unknown[])[]): number => {
  const at = headerIndex(cells)
  return at === null ? 0 : knownColumns(cells[at]!)
}

const headerIndex = (cells: readonly (readonly unknown[])[]): number | null => {
  const counts = cells.slice(0, headerWithin).map((row) => knownColumns(row))
  const most = Math.max(0, ...counts)
  return most < enoughColumns ? null : counts.indexOf(most)
}

const knownColumns = (row: readonly unknown[]): number =>
  new Set(
    Array.from(row, (cell) => (typeof cell === 'string' ? columnOf(cellText(cell)) : null)).filter(Boolean),
  ).size

const filledRows = (
  cells: readonly (readonly unknown[])[],
  from: number,
  columns: ColumnPlaces,
): SheetRow[] => {
  const places = Object.values(columns)
  return cells
    .slice(from)
    .map((row, index) => ({ row: from + index + 1, cells: row }))
    .filter(({ cells: row }) => places.some((place) => !isBlankCell(row[place])))
    .filter(({ cells: row }) => row[columns.externalRef ?? -1] !== exampleReference)
}

/** What a cell holds as far as we look: its value, and for a date or an error the text that the sheet shows. */
export type SheetCell = string | number | boolean | null

/** A worksheet as SheetJS reads it with `dense`: `t` is the type, `v` the value, `w` the text shown, `z` the number format. */
export type DenseSheet = {
  '!data'?: (DenseCell[] | undefined)[]
}
type DenseCell = { t: string; v?: unknown; w?: string; z?: unknown } | undefined

/** Cells of a worksheet, row by row. A formula counts as the value that it had when the file was saved. */
export const sheetCells = (sheet: DenseSheet): SheetCell[][] =>
  Array.from(sheet['!data'] ?? [], (row) => (row ?? []).slice(0, widestImport).map(cellValue))

const cellValue = (cell: DenseCell): SheetCell => {
  switch (cell?.t) {
    case 's':
    case 'str':
      return typeof cell.v === 'string' ? cell.v : null
    case 'n':
      return typeof cell.v === 'number' && !isDateFormat(cell.z) ? cell.v : (cell.w ?? null)
    case 'b':
      return cell.v === true
    case 'd':
    case 'e':
      return cell.w ?? null
    default:
      return null
  }
}

/** A number shown as a date is meant as that date: `45234` would be nobody's comment. */
const isDateFormat = (format: unknown): boolean =>
  typeof format === 'string' && /[dy]/i.test(format.replace(/"[^"]*"?|\[[^\]]*\]?|\\./g, ''))

const certainColumns = 3

/** The sheet of orders of a workbook: the first whose header is surely ours, else the one that knows most of our columns. */
export const chooseSheet = (sheets: readonly SheetCell[][][]): SheetCell[][] => {
  const counts = sheets.map(countColumns)
  const certain = counts.findIndex((count) => count >= certainColumns)
  const best = certain >= 0 ? certain : counts.indexOf(Math.max(0, ...counts))
  return sheets[best] ?? sheets[0] ?? []
}
