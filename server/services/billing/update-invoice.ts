import type { Actor } from '../../../domain/access/actor.ts'
import { whyNot } from '../../../domain/access/why-not.ts'
import {
  invoices as definition,
  type Invoice,
  invoiceWithLinesShapes,
} from '../../../domain/invoices/invoice.ts'
import { whyNotEditInvoice } from '../../../domain/invoices/policy.ts'
import { changeFees } from '../../../domain/invoices/totals.ts'
import type { Values } from '../../../domain/lib/field.ts'
import { accepted, Refused } from '../../core/errors.ts'
import { type Batch, differences } from '../../crud/record-changes.ts'
import { readUpdate } from '../../crud/write-records.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { isOneOf } from '../../db/is-one-of.ts'
import { invoices } from '../../db/schema/invoices.ts'
import { invoiceList, readInvoicesWithLines } from '../../queries/invoices.ts'
import { applyInvoiceSteps, holdInvoices, valuesOfInvoice } from './invoice-steps.ts'

/** Updates the given fields; `version` as in `updateOrder`. Totals follow the fees. */
export const updateInvoice = async (
  tx: Transaction,
  actor: Actor,
  { id, version, body }: { id: string; version: number | null; body: unknown },
  batch: Batch,
): Promise<Invoice> => {
  const [invoice] = await holdInvoices(tx, isOneOf(invoices.id, [id]), { lock: true })
  if (invoice === undefined || invoice.isDeleted) throw new Refused('NOT_FOUND')
  if (whyNot(actor, 'invoice.update', invoice) !== null) throw new Refused('NOT_FOUND')
  if (version !== null && version !== invoice.version) {
    throw new Refused('STALE_VERSION', { current: (await invoiceList.read(tx, [id]))[0] })
  }
  const update: Partial<Values<typeof definition.updateFields>> = await readUpdate(body, {
    fields: definition.updateFields,
    shapes: invoiceWithLinesShapes,
    country: invoice.country,
    readPresent: async () => (await readInvoicesWithLines(tx, [id]))[0],
  })
  const code = whyNotEditInvoice(actor, invoice)
  if (code !== null) throw new Refused(code)
  const next = { ...valuesOfInvoice(invoice), ...update, ...accepted(changeFees(invoice, update)) }
  if (differences(valuesOfInvoice(invoice), next) !== null) {
    await applyInvoiceSteps(tx, actor, batch, [{ invoice, next, verb: 'invoice.update' }])
  }
  return (await invoiceList.read(tx, [id]))[0]!
}
