import { widestImport } from './import-columns.ts'

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
