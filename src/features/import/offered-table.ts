import { cellText } from '../../../domain/orders/import/cell-text.ts'
import { readCsv } from '../../../domain/orders/import/read-csv.ts'
import { readSheet } from '../../../domain/orders/import/read-sheet.ts'
import { shopLayoutOf } from '../../../domain/orders/import/shop-headers.ts'

let offered: string | null = null

/** Keeps a table that was pasted elsewhere for the import screen that opens next. */
export const offerTable = (text: string): void => {
  offered = text
}

export const takeOfferedTable = (): string | null => {
  const text = offered
  offered = null
  return text
}

/** Whether a pasted text has the headings of an order sheet or of a shop's export, and a row below them. */
export const isOrderTable = (text: string): boolean => {
  const cells = readCsv(new TextEncoder().encode(text), (some, encoding) =>
    new TextDecoder(encoding, { fatal: true }).decode(some),
  )
  if (!cells.ok) return false
  const isShop = shopLayoutOf((cells.value[0] ?? []).map(cellText)) !== null
  const sheet = readSheet(cells.value)
  return (
    (isShop && cells.value.length > 1) ||
    (sheet !== null && sheet.problems.length === 0 && sheet.rows.length > 0)
  )
}

/** Copied cells or lines as a file; undefined for a text that is no table. */
export const pastedTable = (text: string, name: string): File | undefined =>
  /[\t\n;]/.test(text.trim())
    ? new File([text], `${name}.tsv`, { type: 'text/tab-separated-values' })
    : undefined
