import { sql } from 'drizzle-orm'
import type { Actor } from '../../../domain/access/actor.ts'
import { whyNot } from '../../../domain/access/why-not.ts'
import type { ChangeReport } from '../../../domain/changes/changes.ts'
import type { Code } from '../../../domain/core/codes.ts'
import {
  invoices as definition,
  type Invoice,
  type InvoiceStatus,
  invoiceWithLinesShapes,
} from '../../../domain/invoices/invoice.ts'
import {
  invoiceVerbs,
  nextInvoiceStatus,
  whyNotEditInvoice,
  whyNotMoveInvoice,
  whyNotReopen,
} from '../../../domain/invoices/policy.ts'
import { changeFees } from '../../../domain/invoices/totals.ts'
import type { Values } from '../../../domain/lib/field.ts'
import { accepted, Refused } from '../../core/errors.ts'
import { type StepOptions, whyNotAt } from '../../crud/apply-steps.ts'
import { bulkReport, changedBy } from '../../crud/change-report.ts'
import { type ParsedTarget, targetSql } from '../../crud/choose-records.ts'
import { announceRecords, type Batch, differences } from '../../crud/record-changes.ts'
import { type Revert, type RevertLine, whyNotTakeBack } from '../../crud/revert-records.ts'
import { readUpdate } from '../../crud/write-records.ts'
import { isOneOf } from '../../db/columns.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { invoiceLines, invoices } from '../../db/schema/invoices.ts'
import { shippings } from '../../db/schema/orders.ts'
import { invoiceList, readInvoicesWithLines } from '../../queries/invoices.ts'
import type { Account } from './due-parcels.ts'
import {
  applyInvoiceSteps,
  type HeldInvoice,
  holdInvoices,
  type InvoiceStep,
  type InvoiceValues,
  valuesOfInvoice,
} from './invoice-steps.ts'
import { issuerSetting } from './issuers.ts'

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

/** Sets invoices to paid or unpaid; toggles without a status. */
export const moveInvoices = async (
  tx: Transaction,
  actor: Actor,
  target: ParsedTarget,
  status: InvoiceStatus | null,
  options: StepOptions,
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

/**
 * Undoes changes of invoices. Undoing a billing removes its lines, so that parcels are due again, and deletes an invoice it
 * created; codes are not reused. There is no redo: bill again. Changes of an issuer are among those of invoices.
 */
export const revertInvoices: Revert = async (tx, actor, lines, batch) => {
  // A batch is of one call: of invoices, or of an issuer.
  if (lines.some(issuerSetting.hasVerb)) return issuerSetting.revert(tx, actor, lines, batch)
  const lineOf = new Map(lines.map((line) => [line.recordId, line]))
  const condition = isOneOf(invoices.id, [...lineOf.keys()])
  const steps: (InvoiceStep & { undoes: string })[] = []
  const refused: ChangeReport['refused'] = []
  for (const invoice of await holdInvoices(tx, condition, { lock: true })) {
    const line = lineOf.get(invoice.id)!
    const code = isRedo(line)
      ? 'NOT_UNDOABLE'
      : (whyNotTakeBack(actor, line, invoice) ?? whyNotLosePayouts(invoice, valuesBefore(invoice, line)))
    if (code !== null) refused.push({ id: invoice.id, number: invoice.number, code })
    else steps.push({ invoice, next: valuesBefore(invoice, line), verb: line.verb, undoes: line.id })
  }
  const unbilled = await takeLinesOff(tx, lines, steps)
  await applyInvoiceSteps(tx, actor, batch, steps)
  await announceRecords(tx, actor, batch, { resource: 'shippings', verb: 'invoice.generate' }, unbilled)
  return { changed: changedBy(steps.map(({ invoice }) => invoice)), refused }
}

/** What payouts have paid is taken back by deleting them. */
const whyNotLosePayouts = (invoice: HeldInvoice, next: InvoiceValues): Code | null => {
  if (next.isDeleted && invoice.paidAmount !== 0) return 'PAID_BY_PAYOUT'
  return invoice.status === 'PAID' && next.status !== 'PAID' ? whyNotReopen(invoice) : null
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
