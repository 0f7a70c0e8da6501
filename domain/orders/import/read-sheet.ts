import type { Code } from '../../core/codes.ts'
import { cellText, isBlankCell, type ShownNumber } from './cell-text.ts'
import { type ColumnMapping, headerKeys, joinedColumns, mappedHeaderRow } from './column-mapping.ts'
import { withNames } from './date-names.ts'
import { hiddenColumns, hiddenRows, workbookRelations, worksheetPart } from './hidden-rows.ts'
import {
  exampleReference,
  type ImportColumn,
  importColumnNames,
  importColumnOf,
  requiredImportColumns,
  widestImport,
} from './import-columns.ts'
import type { NoteCode } from './note-codes.ts'
import { exportedColumns } from './own-exports.ts'
import { type ColumnUse, isShopHeader, type ShopFileKind } from './shop-headers.ts'

/** Column index of each field found. */
export type ColumnPlaces = Partial<Record<ImportColumn, number>>

export type ImportSheetRow = {
  /** Row number shown by the spreadsheet program; in the export of a shop, the number of the order. */
  row: number
  cells: readonly unknown[]
  /** What is known of it beside its cells. */
  said?: RowSaid
}

/**
 * What a shop's export says of an order. `skip`: why it is left out; `problems`: what no correction of a cell puts right.
 */
export type RowSaid = {
  skip: Code | null
  problems: readonly { column: ImportColumn | null; code: Code }[]
  notes: readonly { column: ImportColumn; code: NoteCode }[]
  origin: ShopOrigin
}

/** A shop's order. `id`: the shop's, if the file has it; `name`: what the shop calls it; `basket`: the same for all its lines. */
export type ShopOrigin = { kind: ShopFileKind; id: string | null; name: string; basket: string }

/** A header and what its column is read as. */
export type TakenColumn = { header: string; use: ColumnUse }

/** Whose headers a file has: our own export's, a shop's, those of any sheet of orders, or as a person has said. */
export const sheetFormats = ['own', 'shopify', 'woocommerce', 'youcan', 'sheet', 'mapped'] as const
export type SheetFormat = (typeof sheetFormats)[number]

export type ReadSheet = {
  format: SheetFormat
  headerRow: number
  headers: string[]
  columns: ColumnPlaces
  /** Index of the order number column in an exported spreadsheet, else null. */
  orderNumber: number | null
  /** Non-empty rows. */
  rows: ImportSheetRow[]
  taken: TakenColumn[]
  /** Headers not read: unknown ones, or a second one for a field. */
  ignored: string[]
  repeated: { column: ImportColumn; header: string }[]
  problems: { row: number; column: ImportColumn; code: Code }[]
}

const headerWithin = 20
const enoughColumns = 2

/** Finds the header among the first rows and maps the columns. Null if no row looks like a header. */
export const readSheet = (cells: readonly (readonly unknown[])[]): ReadSheet | null => {
  const at = headerIndex(cells)
  if (at === null) return null
  const headers = Array.from(cells[at] ?? [], cellText)
  const columns: ColumnPlaces = {}
  const repeated: ReadSheet['repeated'] = []
  const ignored: string[] = []
  const taken: TakenColumn[] = []
  const own = exportedColumns(headers)
  const orderNumber = own?.indexOf('orderNumber') ?? null
  for (const [place, header] of headers.entries()) {
    if (place === orderNumber) continue
    const exported = own?.[place] ?? null
    const column = own === null ? importColumnOf(header) : exported === 'orderNumber' ? null : exported
    const isTaken = column !== null && columns[column] !== undefined
    if (column !== null && !isTaken) {
      columns[column] = place
      taken.push({ header, use: column })
    } else if (header !== '') ignored.push(header)
    if (isTaken) repeated.push({ column, header })
  }
  return {
    format: own === null ? 'sheet' : 'own',
    headerRow: at + 1,
    headers,
    columns,
    orderNumber,
    rows: filledRows(cells, at + 1, columns),
    taken,
    ignored,
    repeated,
    problems: missingColumns(at + 1, columns),
  }
}

const missingColumns = (row: number, columns: ColumnPlaces): ReadSheet['problems'] =>
  requiredImportColumns
    .filter((column) => columns[column] === undefined)
    .map((column) => ({ row, column, code: 'MISSING_COLUMN' }))

/** Reads the columns that a person has chosen; null if the file lacks one of them. */
export const readMappedSheet = (
  cells: readonly (readonly unknown[])[],
  mapping: ColumnMapping,
): ReadSheet | null => {
  const at = mappedHeaderRow(cells, mapping)
  if (at === null) return null
  const headers = Array.from(cells[at] ?? [], cellText)
  const useOf = new Map(mapping.map(({ header, column }) => [header, column]))
  const uses = headerKeys(headers).map((key) => useOf.get(key) ?? null)
  const places = new Map<ImportColumn, number[]>()
  for (const [place, column] of uses.entries())
    if (column !== null) places.set(column, [...(places.get(column) ?? []), place])
  const joined = importColumnNames.filter((column) => (places.get(column)?.length ?? 0) > 1)
  const columns: ColumnPlaces = {}
  for (const [column, [first]] of places) columns[column] = first!
  const rows = filledRows(cells, at + 1, columns, [...places.values()].flat())
  // Appended after the widest row: cells without a header must not fall into these columns.
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), headers.length)
  for (const [index, column] of joined.entries()) columns[column] = width + index
  const written =
    joined.length === 0
      ? headers
      : [
          ...Array.from({ length: width }, (_, place) => headers[place] ?? ''),
          ...joined.map((column) => namesAt(headers, places.get(column)!).join(' + ')),
        ]
  return {
    format: 'mapped',
    headerRow: at + 1,
    headers: written,
    columns,
    orderNumber: null,
    rows: rows.map((row) =>
      joined.length === 0 ? row : { ...row, cells: withJoined(row.cells, width, joined, places) },
    ),
    taken: headers.flatMap((header, place) => {
      const use = uses[place] ?? null
      return use === null ? [] : { header, use }
    }),
    ignored: headers.filter((header, place) => header !== '' && uses[place] === null),
    repeated: [],
    problems: missingColumns(at + 1, columns),
  }
}

const namesAt = (headers: readonly string[], places: readonly number[]): string[] =>
  places.map((place) => headers[place] ?? '')

const withJoined = (
  cells: readonly unknown[],
  width: number,
  joined: readonly ImportColumn[],
  places: ReadonlyMap<ImportColumn, readonly number[]>,
): unknown[] => [
  ...Array.from({ length: width }, (_, place) => cells[place] ?? null),
  ...joined.map((column) =>
    places
      .get(column)!
      .map((place) => cellText(cells[place]))
      .filter((text) => text !== '')
      .join(joinedColumns[column]),
  ),
]

/** Number of known columns in the header, those of shops too; 0 without one. Used to find the sheet of orders. */
export const countColumns = (cells: readonly (readonly unknown[])[]): number => {
  const at = headerIndex(cells)
  const shop = Math.max(0, ...cells.slice(0, headerWithin).map(countShopHeaders))
  return Math.max(at === null ? 0 : knownColumns(cells[at]!), shop < enoughShopHeaders ? 0 : shop)
}

/** Fewer may be words of any sheet. */
const enoughShopHeaders = 4

const countShopHeaders = (row: readonly unknown[]): number =>
  new Set(row.filter((cell): cell is string => typeof cell === 'string' && isShopHeader(cell))).size

const headerIndex = (cells: readonly (readonly unknown[])[]): number | null => {
  const counts = cells.slice(0, headerWithin).map((row) => knownColumns(row))
  const most = Math.max(0, ...counts)
  return most < enoughColumns ? null : counts.indexOf(most)
}

const knownColumns = (row: readonly unknown[]): number =>
  new Set(
    Array.from(row, (cell) => (typeof cell === 'string' ? importColumnOf(cellText(cell)) : null)).filter(
      Boolean,
    ),
  ).size

const filledRows = (
  cells: readonly (readonly unknown[])[],
  from: number,
  columns: ColumnPlaces,
  places: readonly number[] = Object.values(columns),
): ImportSheetRow[] => {
  return cells
    .slice(from)
    .map((row, index) => ({ row: from + index + 1, cells: row }))
    .filter(({ cells: row }) => places.some((place) => !isBlankCell(row[place])))
    .filter(({ cells: row }) => row[columns.externalRef ?? -1] !== exampleReference)
}

/** A cell's value, with its displayed text where the format changes it. */
export type SheetCell = string | number | boolean | ShownNumber | null

/** Hidden lines of a sheet: row numbers, 0-based column indexes. */
type HiddenLines = { rows: readonly number[]; columns: readonly number[] }

/** A sheet; `hidden` is evaluated lazily, only for the sheet that is read. */
export type SheetTable = {
  name: string
  isShown: boolean
  cells: SheetCell[][]
  hidden: () => HiddenLines
}

/** What is not visible in the sheet that is read, and the other non-empty sheets. */
export type SheetSurroundings = { hidden: HiddenLines; otherSheets: readonly string[] }

export const noSurroundings: SheetSurroundings = { hidden: { rows: [], columns: [] }, otherSheets: [] }

/** A CSV file as its only sheet. */
export const csvTable = (cells: SheetCell[][]): SheetTable => ({
  name: '',
  isShown: true,
  cells,
  hidden: () => noSurroundings.hidden,
})

type Workbook = {
  SheetNames: readonly string[]
  Sheets: Record<string, DenseSheet>
  Workbook?: { Sheets?: readonly { Hidden?: number; id?: string }[]; WBProps?: { date1904?: boolean } }
}

/** Value of `Hidden` for sheets that only a macro can show. */
const VERY_HIDDEN = 2

/** The sheets of a workbook that users can open. `partOf`: returns the text of a part by path. */
export const workbookTables = (
  { SheetNames, Sheets, Workbook }: Workbook,
  partOf: (path: string) => string | null,
): SheetTable[] => {
  const all = SheetNames.map((name, at) => ({ name, of: Workbook?.Sheets?.[at] }))
  const firstDay = Workbook?.WBProps?.date1904 ? firstDayOf1904 : 0
  const reachable = all.filter(({ of }) => of?.Hidden !== VERY_HIDDEN)
  return (reachable.length > 0 ? reachable : all).map(({ name, of }) => ({
    name,
    isShown: !of?.Hidden,
    cells: sheetCells(Sheets[name] ?? {}, firstDay),
    hidden: () => {
      const path = worksheetPart(partOf(workbookRelations) ?? '', of?.id ?? '')
      const xml = path === null ? null : partOf(path)
      return xml === null ? noSurroundings.hidden : { rows: hiddenRows(xml), columns: hiddenColumns(xml) }
    },
  }))
}

/** A worksheet read by SheetJS with `dense`: `t` type, `v` value, `w` displayed text, `z` number format. */
type DenseSheet = {
  '!data'?: (DenseCell[] | undefined)[]
}
type DenseCell = { t: string; v?: unknown; w?: string; z?: unknown } | undefined

/**
 * The cells of a worksheet by row. Formulas count as their saved value. `firstDay`: the workbook's day 0 as a day of the 1900
 * calendar.
 */
const sheetCells = (sheet: DenseSheet, firstDay: number): SheetCell[][] =>
  Array.from(sheet['!data'] ?? [], (row) =>
    (row ?? []).slice(0, widestImport).map((cell) => cellValue(cell, firstDay)),
  )

const cellValue = (cell: DenseCell, firstDay: number): SheetCell => {
  switch (cell?.t) {
    case 's':
    case 'str':
      return typeof cell.v === 'string' ? cell.v : null
    case 'n':
      return typeof cell.v === 'number' ? shownNumber(cell.v, cell.z, cell.w, firstDay) : (cell.w ?? null)
    case 'b':
      return cell.v === true
    case 'd':
    case 'e':
      return cell.w ?? null
    default:
      return null
  }
}

/** Longest format of any spreadsheet program. */
const MAX_FORMAT_LENGTH = 255

/**
 * A number as displayed. Dates and times become text. For formats with thousands, decimals or exponents (`1.23E+12`) the number
 * itself is used, since each country writes them differently.
 */
const shownNumber = (
  value: number,
  format: unknown,
  written: string | undefined,
  firstDay: number,
): SheetCell => {
  const shown = written?.trim() ?? ''
  if (typeof format !== 'string' || format.length > MAX_FORMAT_LENGTH || shown.length > MAX_FORMAT_LENGTH)
    return value
  if (isDateFormat(format)) {
    // Negative values are dates in neither calendar.
    const day = value < 0 ? value : value + firstDay
    const local = localDate(day, localFormats[format])
    if (local !== null) return local
    // Formats that the library cannot write, such as `d. mmmm` with an unquoted dot.
    return shown === '' ? localDate(day, dateKind(format)) : withNames(shown, format, dateOf(day))
  }
  return shown === '' || isPlainFormat(format, value) ? value : { value, shown }
}

const literals = /"[^"]*"?|\\./g
const brackets = /\[[^\]]*\]?/g

const isDateFormat = (format: string): boolean => {
  const bare = format.replace(literals, '')
  return /\[[hms]+\]/i.test(bare) || /[dyhms]/i.test(bare.replace(brackets, ''))
}

type DateKind = 'day' | 'time' | 'instant'

const dateKind = (format: string): DateKind => {
  const bare = format.replace(literals, '').replace(brackets, '')
  if (!/[hs]/i.test(bare)) return 'day'
  return /[dy]/i.test(bare) ? 'instant' : 'time'
}

/** Formats that programs localise; day first in all our countries. */
const localFormats: Record<string, DateKind> = { 'm/d/yy': 'day', 'm/d/yy h:mm': 'instant' }

/** Day 0 of the 1900 calendar. */
const epoch = Date.UTC(1899, 11, 30)
const dayLength = 86_400_000

/** 1 January 1904: day 0 of workbooks of old Excel for Mac. */
const firstDayOf1904 = 1_462

/** Rounded to seconds. */
const dateOf = (day: number): Date => new Date(epoch + Math.round(day * 86_400) * (dayLength / 86_400))

const localDate = (day: number, kind: DateKind | undefined): string | null => {
  if (kind === undefined || day < (kind === 'time' ? 0 : 61) || day > 2_958_465) return null
  const [date = '', clock = ''] = dateOf(day).toISOString().split('T')
  const [written, time] = [date.split('-').toReversed().join('/'), clock.slice(0, 5)]
  return { day: written, time, instant: `${written} ${time}` }[kind]
}

/** `General`, `0`, `#,##0.00`, `0.00E+00`: a format without leading zeros, words, digit spacing or percent. */
const isPlainFormat = (format: string, value: number): boolean => {
  if (/^(?:general|@)$/i.test(format) || /e[+-]/i.test(format.replace(literals, ''))) return true
  const [section = ''] = format.split(';')
  const digits = section.replace(/_.|\*./g, '').trim()
  if (!/^[#0?,.]+$/.test(digits)) return false
  const [whole = ''] = digits.replaceAll(',', '').split('.')
  if (/0[#0?]/.test(whole)) return false
  return digits.includes(',') || Number.isInteger(value)
}

const certainColumns = 3

/**
 * Finds the sheet of orders, among visible ones if there are any: the first with a certain header, else the one with most known
 * columns.
 */
export const chooseSheet = (
  sheets: readonly SheetTable[],
): { cells: SheetCell[][]; surroundings: SheetSurroundings } => {
  const shown = sheets.filter(({ isShown }) => isShown)
  const candidates = shown.length > 0 ? shown : sheets
  const counts = candidates.map(({ cells }) => countColumns(cells))
  const certain = counts.findIndex((count) => count >= certainColumns)
  const best = certain >= 0 ? certain : counts.indexOf(Math.max(0, ...counts))
  const chosen = candidates[best] ?? candidates[0]
  if (chosen === undefined) return { cells: [], surroundings: noSurroundings }
  const others = sheets.filter((sheet) => sheet !== chosen && isFilled(sheet))
  return {
    cells: chosen.cells,
    surroundings: { hidden: chosen.hidden(), otherSheets: others.map(({ name }) => cellText(name)) },
  }
}

const isFilled = ({ cells }: SheetTable): boolean =>
  cells.some((row) => row.some((cell) => !isBlankCell(cell)))
