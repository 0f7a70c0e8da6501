import { Zip } from 'fflate'
import { type CellObject, utils, write } from 'xlsx'
import type { ExportCell } from '../../domain/exports/export-row.ts'
import { columnName, rowXml } from './cells.ts'
import { sheetName, storableText } from './storable-text.ts'
import { cellStyles, openZipPart, sheetEnd, sheetStart, workbookParts } from './unpack.ts'

export type Cell = string | number | null

export type SheetToWrite = {
  name: string
  rows: readonly (readonly unknown[])[]
  /** Columns whose numbers stay as they are typed: telephone numbers keep their 0. */
  textColumns?: readonly number[]
}

/** Writes a workbook. Every text is written as text: one that begins with `=`, `+`, `-` or `@` is no formula. */
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

export type SheetHead = { name: string; columns: readonly { header: string; width: number }[] }

export type SheetWriter = {
  /** Writes rows below those before; resolves once their bytes are taken. */
  write: (rows: readonly (readonly ExportCell[])[]) => Promise<void>
  end: () => Promise<void>
}

/**
 * Writes a workbook of one sheet row by row: regardless of its size, no more than a few rows of it are in memory. `take` gets
 * the file's bytes in their order.
 */
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

/** Headers of a spreadsheet answer: a file to save, not cached. */
export const spreadsheetHeaders = (fileName: string) => ({
  'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'content-disposition': `attachment; filename="${fileName}"`,
  'cache-control': 'no-store',
})
