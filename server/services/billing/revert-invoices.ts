import { sql } from 'drizzle-orm'
import type { ChangeReport } from '../../../domain/changes/changes.ts'
import { changedBy } from '../../crud/change-report.ts'
import { announceRecords } from '../../crud/record-changes.ts'
import { type Revert, type RevertLine, whyNotTakeBack } from '../../crud/revert-records.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { isOneOf } from '../../db/is-one-of.ts'
import { invoiceLines, invoices } from '../../db/schema/invoices.ts'
import { shippings } from '../../db/schema/orders.ts'
import type { Account } from './due-parcels.ts'
import {
  applyInvoiceSteps,
  type HeldInvoice,
  holdInvoices,
  type InvoiceStep,
  type InvoiceValues,
  valuesOfInvoice,
} from './invoice-steps.ts'

/**
 * Undoes changes of invoices. Undoing a billing removes its lines, so that parcels are due again, and deletes an invoice it
 * created; codes are not reused. There is no redo: bill again.
 */
export const revertInvoices: Revert = async (tx, actor, lines, batch) => {
  const lineOf = new Map(lines.map((line) => [line.recordId, line]))
  const condition = isOneOf(invoices.id, [...lineOf.keys()])
  const steps: (InvoiceStep & { undoes: string })[] = []
  const refused: ChangeReport['refused'] = []
  for (const invoice of await holdInvoices(tx, condition, { lock: true })) {
    const line = lineOf.get(invoice.id)!
    const code = isRedo(line) ? 'NOT_UNDOABLE' : whyNotTakeBack(actor, line, invoice)
    if (code !== null) refused.push({ id: invoice.id, number: invoice.number, code })
    else steps.push({ invoice, next: valuesBefore(invoice, line), verb: line.verb, undoes: line.id })
  }
  const unbilled = await takeLinesOff(tx, lines, steps)
  await applyInvoiceSteps(tx, actor, batch, steps)
  await announceRecords(tx, actor, batch, { resource: 'shippings', verb: 'invoice.generate' }, unbilled)
  return { changed: changedBy(steps.map(({ invoice }) => invoice)), refused }
}

const isRedo = ({ verb, undoes }: RevertLine): boolean => verb === 'invoice.generate' && undoes !== null

/** A line without `before` created the invoice. */
const valuesBefore = (invoice: HeldInvoice, { before }: RevertLine): InvoiceValues =>
  before === null
    ? { ...valuesOfInvoice(invoice), isDeleted: true }
    : { ...valuesOfInvoice(invoice), ...(before as Partial<InvoiceValues>) }

/** Removes lines of undone billings; returns their parcels. */
const takeLinesOff = async (
  tx: Transaction,
  lines: readonly RevertLine[],
  steps: readonly InvoiceStep[],
): Promise<(Account & { id: string })[]> => {
  const ids = steps.filter(({ verb }) => verb === 'invoice.generate').map(({ invoice }) => invoice.id)
  if (ids.length === 0) return []
  const removed = await tx
    .delete(invoiceLines)
    .where(sql`${isOneOf(invoiceLines.invoice, ids)} and ${invoiceLines.batchId} = ${lines[0]!.batchId}`)
    .returning({ shipping: invoiceLines.shipping })
  return tx
    .select({ id: shippings.id, country: shippings.country, owner: shippings.owner })
    .from(shippings)
    .where(
      isOneOf(
        shippings.id,
        removed.map(({ shipping }) => shipping),
      ),
    )
}
