import { type CellObject, utils, write } from 'xlsx'
import { sheetName, storableText } from './storable-text.ts'

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
