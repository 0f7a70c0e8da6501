import type { Actor } from '../../../domain/access/actor.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { invoices } from '../../db/schema/invoices.ts'
import {
  type Batch,
  type ChangeLine,
  differences,
  recordChanges,
} from '../../modules/change-log/record-changes.ts'
import { announceRecords } from '../../crud/announce-records.ts'
import { updateRows } from '../../crud/update-rows.ts'
import { removeSearchEntries } from '../../search/write-entries.ts'
import { type InvoiceStep, invoiceValueNames, valuesOfInvoice } from './invoice-step.ts'

/** Writes decided changes of invoices that are held, with history and events. Without an actor the server does it by itself. */
export const applyInvoiceSteps = async (
  tx: Transaction,
  actor: Actor | null,
  batch: Batch,
  steps: readonly InvoiceStep[],
): Promise<void> => {
  if (steps.length === 0) return
  await updateRows(
    tx,
    invoices,
    [...invoiceValueNames, 'version', 'updatedAt', 'deletedAt'],
    steps.map(({ invoice, next }) => ({
      ...next,
      id: invoice.id,
      paidAt: next.paidAt === null ? null : new Date(next.paidAt),
      version: invoice.version + 1,
      updatedAt: batch.at,
      deletedAt: next.isDeleted ? batch.at : null,
    })),
  )
  const gone = steps.filter(({ next }) => next.isDeleted).map(({ invoice }) => invoice.id)
  await removeSearchEntries(tx, 'invoices', gone)
  await recordChanges(tx, actor, batch, steps.map(historyLine))
  for (const verb of new Set(steps.map((step) => step.verb))) {
    const changed = steps.filter((step) => step.verb === verb).map(({ invoice }) => invoice)
    await announceRecords(tx, actor, batch, { resource: 'invoices', verb }, changed)
  }
}

const historyLine = ({ invoice, next, verb, undoes }: InvoiceStep): ChangeLine => ({
  verb,
  resource: 'invoices',
  recordId: invoice.id,
  version: invoice.version + 1,
  ...(differences(valuesOfInvoice(invoice), next) ?? { before: {}, after: {} }),
  undoes,
})
