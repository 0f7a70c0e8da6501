import type { CheckedImport, CheckedRow } from '../../domain/orders/import/check-import.ts'
import type { Transaction } from '../database/drizzle.ts'
import { holdStock } from './hold-stock.ts'

/**
 * Marks the good rows wrong whose product was deleted since the sheet was checked. The others' products stay until the
 * transaction ends.
 */
export const markGone = async (tx: Transaction, checked: CheckedImport): Promise<CheckedImport> => {
  const named = checked.rows.flatMap(({ order }) => order?.product ?? [])
  const stock = await holdStock(tx, named, { lock: 'share' })
  const isGone = ({ order }: CheckedRow) => order !== null && stock.available(order.product) === null
  if (!checked.rows.some(isGone)) return checked
  const rows = checked.rows.map((row) => (isGone(row) ? withoutProduct(row) : row))
  return { ...checked, rows, problems: rows.flatMap(({ problems }) => problems) }
}

const withoutProduct = (row: CheckedRow): CheckedRow => ({
  ...row,
  status: 'invalid',
  order: null,
  problems: [...row.problems, { row: row.row, column: 'product', code: 'PRODUCT_NOT_FOUND' }],
})
