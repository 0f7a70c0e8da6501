import type { Actor } from '../access/actor.ts'
import { type Scoped, whyNot } from '../access/why-not.ts'
import type { Code } from '../core/codes.ts'
import type { Invoice, InvoiceStatus } from './invoice.ts'
import { isPaidByPayouts } from './totals.ts'

type EditableInvoice = Scoped & { status: InvoiceStatus }
type MovableInvoice = EditableInvoice & Pick<Invoice, 'totalWithFees' | 'paidAmount'>

export const invoiceVerbs = { PAID: 'invoice.pay', UN_PAID: 'invoice.unpay' } as const satisfies Record<
  InvoiceStatus,
  string
>

/** Next status for the call that takes only an id. */
export const nextInvoiceStatus: Record<InvoiceStatus, InvoiceStatus> = { UN_PAID: 'PAID', PAID: 'UN_PAID' }

/** Code why the actor may not give the invoice that status, or null: what payouts have paid is taken back by deleting them. */
export const whyNotMoveInvoice = (actor: Actor, invoice: MovableInvoice, to: InvoiceStatus): Code | null =>
  whyNot(actor, invoiceVerbs[to], invoice) ??
  (invoice.status === to ? 'ALREADY_THERE' : to === 'UN_PAID' ? whyNotReopen(invoice) : null)

/** Code why a paid invoice cannot become unpaid by itself, or null. */
export const whyNotReopen = (
  invoice: Pick<Invoice, 'status' | 'totalWithFees' | 'paidAmount'>,
): Code | null => (invoice.paidAmount !== 0 && isPaidByPayouts(invoice) ? 'PAID_BY_PAYOUT' : null)

/** Code why the actor may not change the invoice's fees, or null: a paid invoice is final. */
export const whyNotEditInvoice = (actor: Actor, invoice: EditableInvoice): Code | null =>
  whyNot(actor, 'invoice.update', invoice) ?? (invoice.status === 'PAID' ? 'INVOICE_IS_PAID' : null)
