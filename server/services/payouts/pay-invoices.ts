import { sql } from 'drizzle-orm'
import type { Actor } from '../../../domain/access/actor.ts'
import { sumAmounts } from '../../../domain/lib/money.ts'
import type { PayoutPart } from '../../../domain/payouts/payout.ts'
import type { Batch } from '../../crud/record-changes.ts'
import { isOneOf } from '../../db/columns.ts'
import type { Executor, Transaction } from '../../db/drizzle.ts'
import { invoices } from '../../db/schema/invoices.ts'
import { payoutLines } from '../../db/schema/payouts.ts'
import {
  applyInvoiceSteps,
  type HeldInvoice,
  holdInvoices,
  type InvoiceStep,
  valuesOfInvoice,
} from '../billing/invoice-steps.ts'

/** The invoices of these parts by id, without deleted ones; `lock`: until commit, so that two payouts never overpay. */
export const holdPaidInvoices = async (
  tx: Executor,
  parts: readonly Pick<PayoutPart, 'invoice'>[],
  options: { lock: boolean },
): Promise<Map<string, HeldInvoice>> => {
  const ids = [...new Set(parts.map(({ invoice }) => invoice))]
  const held = await holdInvoices(tx, isOneOf(invoices.id, ids), options)
  return new Map(held.filter(({ isDeleted }) => !isDeleted).map((invoice) => [invoice.id, invoice]))
}

/** Parts of payouts, by payout. */
export const partsOfPayouts = async (
  db: Executor,
  payoutIds: readonly string[],
): Promise<Map<string, PayoutPart[]>> => {
  const rows = await db.select().from(payoutLines).where(isOneOf(payoutLines.payout, payoutIds))
  const parts = new Map<string, PayoutPart[]>(payoutIds.map((id) => [id, []]))
  for (const { payout, ...part } of rows) parts.get(payout)!.push(part)
  return parts
}

type Paying = {
  verb: string
  /** Parts that are paid now, or no longer. */
  parts: readonly PayoutPart[]
  isPaid: boolean
  /** Id of the history line of the invoice that this undoes. */
  undoes?: ReadonlyMap<string, string>
}

/**
 * Writes what payouts pay, or pay no longer, on their locked invoices: one that they pay in full is paid, one that they leave
 * is unpaid. The lines of the history are in the batch and follow the payout's.
 */
export const payInvoices = async (
  tx: Transaction,
  actor: Actor,
  batch: Batch,
  held: ReadonlyMap<string, HeldInvoice>,
  { verb, parts, isPaid, undoes }: Paying,
): Promise<void> => {
  const amounts = new Map<string, number[]>()
  for (const { invoice, amount } of parts)
    amounts.set(invoice, [...(amounts.get(invoice) ?? []), isPaid ? amount : -amount])
  const steps = [...amounts].map(([id, some]): InvoiceStep => {
    const invoice = held.get(id)!
    const paidAmount = sumAmounts([invoice.paidAmount, ...some])
    const isWhole = isPaid && paidAmount === invoice.totalWithFees
    const undone = undoes?.get(id)
    return {
      invoice,
      verb,
      next: {
        ...valuesOfInvoice(invoice),
        paidAmount,
        status: isWhole ? 'PAID' : 'UN_PAID',
        paidAt: isWhole ? batch.at.toISOString() : null,
      },
      ...(undone === undefined ? {} : { undoes: undone }),
    }
  })
  await applyInvoiceSteps(tx, actor, batch, steps)
}

/** The lines of invoices that came with these lines of payouts and are not undone, by invoice. */
export const invoiceLinesBeside = async (
  db: Executor,
  payoutLineIds: readonly string[],
): Promise<Map<string, string>> => {
  if (payoutLineIds.length === 0) return new Map()
  const { rows } = await db.execute<{ invoice: string; id: string }>(sql`
    select distinct on (beside.record_id) beside.record_id as invoice, beside.id
    from changes line join changes beside on beside.batch_id = line.batch_id and beside.resource = 'invoices'
    where line.id = any(${sql.param([...payoutLineIds])}::uuid[])
      and not exists (select 1 from changes undo where undo.undoes = beside.id)
    order by beside.record_id, beside.version desc`)
  return new Map(rows.map(({ invoice, id }) => [invoice, id]))
}
