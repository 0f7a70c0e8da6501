import type { Actor } from '../../../domain/access/actor.ts'
import { whyNot } from '../../../domain/access/why-not.ts'
import type { ChangeReport } from '../../../domain/changes/changes.ts'
import type { InvoiceStatus } from '../../../domain/invoices/invoice.ts'
import { invoiceVerbs, nextInvoiceStatus, whyNotMoveInvoice } from '../../../domain/invoices/policy.ts'
import { Refused } from '../../core/errors.ts'
import { type BulkOptions, whyNotAt } from '../../crud/apply-steps.ts'
import { bulkReport } from '../../crud/change-report.ts'
import { type ParsedTarget, targetSql } from '../../crud/choose-records.ts'
import type { Batch } from '../../crud/record-changes.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { invoiceList } from '../../queries/invoices.ts'
import { applyInvoiceSteps, holdInvoices, type InvoiceStep, valuesOfInvoice } from './invoice-steps.ts'

/** Sets invoices to paid or unpaid; toggles without a status. */
export const moveInvoices = async (
  tx: Transaction,
  actor: Actor,
  target: ParsedTarget,
  status: InvoiceStatus | null,
  options: BulkOptions,
): Promise<ChangeReport> => {
  const { batch, dryRun } = options
  const verb = invoiceVerbs[status ?? 'PAID']
  const forbidden = whyNot(actor, verb)
  if (forbidden !== null) throw new Refused(forbidden)
  const held = await holdInvoices(tx, targetSql(invoiceList.source, actor, verb, target), { lock: !dryRun })
  const steps: InvoiceStep[] = []
  const refused: ChangeReport['refused'] = []
  for (const invoice of held) {
    const to = status ?? nextInvoiceStatus[invoice.status]
    const code = whyNotAt(options, invoice) ?? whyNotMoveInvoice(actor, invoice, to)
    if (code !== null) refused.push({ id: invoice.id, number: invoice.number, code })
    else steps.push({ invoice, next: moved(invoice, to, batch), verb: invoiceVerbs[to] })
  }
  if (!dryRun) await applyInvoiceSteps(tx, actor, batch, steps)
  return bulkReport(
    target,
    { held, changed: steps.map(({ invoice }) => invoice), refused },
    { batch, dryRun },
  )
}

const moved = (
  invoice: InvoiceStep['invoice'],
  status: InvoiceStatus,
  { at }: Batch,
): InvoiceStep['next'] => ({
  ...valuesOfInvoice(invoice),
  status,
  paidAt: status === 'PAID' ? at.toISOString() : null,
})
