import { Zip } from 'fflate'
import { type CellObject, utils, write } from 'xlsx'
import type { ExportCell } from '../../domain/exports/export-row.ts'
import { escapeText, sheetName, storableText } from './storable-text.ts'
import { cellStyles, openZipPart, sheetEnd, sheetStart, workbookParts } from './unpack.ts'

export type SheetToWrite = {
  name: string
  rows: readonly (readonly unknown[])[]
  /** Columns of text cells with digits: phones keep their 0. */
  textColumns?: readonly number[]
}

/** Writes a workbook. All texts are text cells: leading `=`, `+`, `-`, `@` make no formula. */
export const writeWorkbook = (sheets: readonly SheetToWrite[]): Buffer => {
  const workbook = utils.book_new()
  for (const { name, rows, textColumns = [] } of sheets) {
    const cells = rows.map((row) =>
      Array.from(row, (value, column) => toCell(value, textColumns.includes(column))),
    )
    const sheet = utils.aoa_to_sheet(cells, { dense: true })
    sheet['!cols'] = widths(rows)
    utils.book_append_sheet(workbook, sheet, sheetName(name))
  }
  return write(workbook, { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer
}

const toCell = (value: unknown, isText: boolean): CellObject | null => {
  if (typeof value === 'number') return { t: 'n', v: value }
  if (typeof value === 'boolean') return { t: 'b', v: value }
  if (typeof value !== 'string' || value === '') return null
  return isText ? { t: 's', v: storableText(value), z: '@' } : { t: 's', v: storableText(value) }
}

const widths = (rows: SheetToWrite['rows']): { wch: number }[] => {
  const longest: number[] = []
  for (const row of rows.slice(0, 500)) {
    for (const [column, value] of row.entries()) {
      longest[column] = Math.max(longest[column] ?? 0, String(value ?? '').length)
    }
  }
  return Array.from(longest, (length) => ({ wch: Math.min(60, Math.max(8, (length ?? 0) + 2)) }))
}

type SheetHead = { name: string; columns: readonly { header: string; width: number }[] }

type SheetWriter = {
  /** Appends rows; resolves when their bytes are accepted. */
  write: (rows: readonly (readonly ExportCell[])[]) => Promise<void>
  end: () => Promise<void>
}

/** Streams a single-sheet workbook. `take`: receives the bytes in order. */
export const openSheet = async (
  { name, columns }: SheetHead,
  take: (bytes: Uint8Array) => Promise<void>,
): Promise<SheetWriter> => {
  let made: Uint8Array[] = []
  let rows = 0
  const zip = new Zip((error, bytes) => {
    if (error) throw error
    made.push(bytes)
  })
  const handOver = async (): Promise<void> => {
    const bytes = Buffer.concat(made)
    made = []
    if (bytes.length > 0) await take(bytes)
  }
  for (const [path, xml] of Object.entries(workbookParts(name))) {
    const part = openZipPart(zip, path)
    await part.write(xml)
    await part.end()
  }
  const sheet = openZipPart(zip, 'xl/worksheets/sheet1.xml')
  const headers = columns.map(({ header }) => header)
  await sheet.write(sheetStart(columns.map(({ width }) => width)))
  await sheet.write(rowXml(++rows, headers, cellStyles.header))
  return {
    write: async (added) => {
      await sheet.write(added.map((cells) => rowXml(++rows, cells)).join(''))
      await handOver()
    },
    end: async () => {
      await sheet.write(sheetEnd(`A1:${columnName(columns.length - 1)}${rows}`))
      await sheet.end()
      zip.end()
      await handOver()
    },
  }
}

/** Headers of a download, not cached. */
export const spreadsheetHeaders = (fileName: string) => ({
  'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'content-disposition': `attachment; filename="${fileName}"`,
  'cache-control': 'no-store',
})

const hour = 3_600_000
const day = 24 * hour
/** Day 0, as spreadsheets count from the nonexistent 29 February 1900. */
const epoch = Date.UTC(1899, 11, 30)

/** Serial number of a day (`2026-11-21`). */
const serialDay = (text: string): number => Math.round((Date.parse(text.slice(0, 10)) - epoch) / day)

/** Serial number of an instant in a time zone, to the second. */
const serialInstant = (instant: string, timeZone: string): number => {
  const at = Math.floor(Date.parse(instant) / 1_000) * 1_000
  return Number(((at + offsetAt(at, timeZone) - epoch) / day).toFixed(9))
}

const offsets = new Map<string, number>()

/** UTC offset in milliseconds, cached by hour. */
const offsetAt = (at: number, timeZone: string): number => {
  const began = Math.floor(at / hour) * hour
  const key = `${timeZone} ${began}`
  const known = offsets.get(key) ?? wallClock(began, timeZone) - began
  offsets.set(key, known)
  return known
}

const clocks = new Map<string, Intl.DateTimeFormat>()
const units = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const

/** Local time encoded as UTC. */
const wallClock = (at: number, timeZone: string): number => {
  const clock = clocks.get(timeZone) ?? makeClock(timeZone)
  clocks.set(timeZone, clock)
  const shown = new Map(clock.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const [year, month, date, hours, minutes, seconds] = units.map((unit) => shown.get(unit)!)
  return Date.UTC(year!, month! - 1, date, hours, minutes, seconds)
}

const makeClock = (timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    ...Object.fromEntries(units.map((unit) => [unit, 'numeric'])),
  })

/** XML of one row. Texts are `inlineStr`, so that none becomes a formula. */
const rowXml = (row: number, cells: readonly ExportCell[], style?: number): string => {
  const parts = cells.map((cell, column) =>
    cell === null ? '' : cellXml(`${columnName(column)}${row}`, cell, style),
  )
  return `<row r="${row}">${parts.join('')}</row>`
}

const cellXml = (place: string, cell: Exclude<ExportCell, null>, style?: number): string => {
  if (typeof cell === 'string') {
    const styled = style === undefined ? '' : ` s="${style}"`
    return `<c r="${place}" t="inlineStr"${styled}><is><t xml:space="preserve">${escapeText(cell)}</t></is></c>`
  }
  if (typeof cell === 'number') return numberXml(place, cell)
  if ('amount' in cell) return numberXml(place, cell.amount, cellStyles.amounts[cell.decimals])
  if ('day' in cell) return numberXml(place, serialDay(cell.day), cellStyles.day)
  return numberXml(place, serialInstant(cell.instant, cell.timeZone), cellStyles.instant)
}

const numberXml = (place: string, value: number, style?: number): string =>
  `<c r="${place}"${style === undefined ? '' : ` s="${style}"`}><v>${value}</v></c>`

const names: string[] = []

/** A, B, ... Z, AA, AB. */
const columnName = (column: number): string => {
  names[column] ??=
    column < 26
      ? String.fromCharCode(65 + column)
      : columnName(Math.floor(column / 26) - 1) + columnName(column % 26)
  return names[column]
}
