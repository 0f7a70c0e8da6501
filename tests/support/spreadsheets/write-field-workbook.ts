import { type CellObject, utils, write } from 'xlsx'
import type { FieldColumn } from './field-headers.ts'
import type { FieldCell, FieldCells } from './field-rows.ts'

/** Writes the sheet with a title and a blank row above its header, and a second sheet that is nobody's business. */
export const writeFieldWorkbook = (
  headers: readonly { column: FieldColumn; header: string }[],
  lines: readonly FieldCells[],
): Buffer => {
  const sheet = utils.aoa_to_sheet([
    ['Commandes du mois'],
    [],
    headers.map(({ header }) => header),
    ...lines.map((line) => headers.map(({ column }) => toCell(line[column]))),
  ])
  const summary = utils.aoa_to_sheet([
    ['Récapitulatif'],
    ['Livreur', 'Courses'],
    ['Moussa', 12],
    ['Total', { t: 'n', v: 12, f: 'SUM(B3:B3)' }],
  ])
  const workbook = utils.book_new()
  utils.book_append_sheet(workbook, sheet, 'Feuil1')
  utils.book_append_sheet(workbook, summary, 'Récap')
  return write(workbook, { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer
}

const toCell = (cell: FieldCell | undefined): CellObject | string | number | null => {
  if (cell === undefined || cell === '') return null
  return typeof cell === 'object' ? { t: 'n', v: cell.value, f: cell.formula } : cell
}
