import type { InvoiceNeighbours } from '../../../domain/invoices/invoice.ts'
import { createStore } from '../../table/store.ts'

/**
 * The invoice whose page is open, for the commands that walk, print and leave it: where it stands in the list it was
 * opened from (null until that is known), and that list's address.
 */
export type OpenInvoice = {
  id: string
  search: string
  beside: InvoiceNeighbours | null
  print: () => void
}

export const openInvoice = createStore<OpenInvoice | null>(null)
