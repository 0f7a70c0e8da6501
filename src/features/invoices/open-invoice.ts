import { createAtom } from '@xstate/store'
import type { InvoiceNeighbours } from '../../../domain/invoices/invoice.ts'

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

export const openInvoice = createAtom<OpenInvoice | null>(null)
