import type { invoices } from '../../db/schema/invoices.ts'
import type { HeldOf } from '../../crud/record-kind.ts'

/** An invoice as it stood when its change was decided, locked until the transaction ends. */
export type HeldInvoice = HeldOf<typeof invoices>

/** The columns of an invoice that a change can write; what history keeps of it, under the same names. */
export const invoiceValueNames = [
  'status',
  'paidAt',
  'totalShipments',
  'totalWithoutFees',
  'shippingFees',
  'upsellFees',
  'expeditionFees',
  'otherFees',
  'totalWithFees',
  'notes',
  'terms',
] as const satisfies readonly (keyof HeldInvoice)[]

type ValueName = (typeof invoiceValueNames)[number]

/** `paidAt` as history writes it: ISO 8601. */
export type InvoiceValues = Omit<Pick<HeldInvoice, ValueName>, 'paidAt'> & {
  paidAt: string | null
  isDeleted: boolean
}

/** One invoice's change, decided and not yet written. `undoes` is the history line that it takes back. */
export type InvoiceStep = { invoice: HeldInvoice; next: InvoiceValues; verb: string; undoes?: string }

export const valuesOfInvoice = (invoice: HeldInvoice): InvoiceValues => ({
  ...(Object.fromEntries(invoiceValueNames.map((name) => [name, invoice[name]])) as Pick<
    HeldInvoice,
    ValueName
  >),
  paidAt: invoice.paidAt?.toISOString() ?? null,
  isDeleted: invoice.isDeleted,
})
