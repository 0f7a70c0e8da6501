import type { ExportCell } from '../../domain/exports/export-row.ts'
import { escapeText } from './escape-text.ts'
import { serialDay, serialInstant } from './serial-date.ts'
import { cellStyles } from './sheet-parts.ts'

/**
 * One row of a sheet. Every text stands in the cell as a text (`inlineStr`): nothing that begins with `=`, `+`, `-` or
 * `@` can become a formula.
 */
export const rowXml = (row: number, cells: readonly ExportCell[], style?: number): string => {
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
export const columnName = (column: number): string => {
  names[column] ??=
    column < 26
      ? String.fromCharCode(65 + column)
      : columnName(Math.floor(column / 26) - 1) + columnName(column % 26)
  return names[column]
}
