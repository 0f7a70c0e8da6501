import fc from 'fast-check'
import type { InvoiceStatus } from '../../../domain/invoices/invoice.ts'
import { amountOf, type Call, type CallKind, foreseeReport, many, one, put, version } from './call.ts'
import type { Who } from './model.ts'
import { editInvoice, generateInvoices, moveInvoice, moveInvoices, weekOf } from './model-billing.ts'
import { undoBatch } from './model-undo.ts'

const status = fc.option(fc.constantFrom<InvoiceStatus>('PAID', 'UN_PAID'))
const units = fc.nat({ max: 20 })
const drawnFees = fc.record({ expeditionFees: units, otherFees: units }, { requiredKeys: [] })
/** Who may only take back what is their own, now and then. */
const who = fc.oneof(
  { weight: 12, arbitrary: fc.constant<Who>('admin') },
  { weight: 3, arbitrary: fc.constantFrom<Who>('agent', 'first', 'second') },
)
/** How many weeks ago the one was that is billed; null is all that is due. */
const weeksAgo = fc.option(fc.constantFrom(0, 1), { freq: 1 })
export const officeCalls: readonly CallKind[] = [
  one('invoice.generate', 6, 'sellers', weeksAgo, (seller, weeksAgo, { country, at }) => {
    const week = weeksAgo === null ? null : weekOf({ country }, at - weeksAgo * 7 * 86_400_000)
    const foresee: Call['foresee'] = (model) => generateInvoices(model, seller, week)
    return put('/invoices/generate', { seller, week }, foresee, { method: 'post' })
  }),
  one('invoice.move', 4, 'invoices', fc.record({ status, version }), (id, { status, version }) =>
    put(`/invoices/status/${id}`, { status }, (model) => moveInvoice(model, id, status, version), {
      version,
    }),
  ),
  many('invoice.move-many', 1, 'invoices', fc.record({ status, dryRun: fc.boolean() }), (ids, drawn) => {
    const { status, dryRun } = drawn
    const foresee = foreseeReport(dryRun, (model) => moveInvoices(model, ids, status))
    return put('/invoices/status', { ids, dryRun, status }, foresee)
  }),
  one(
    'invoice.edit',
    3,
    'invoices',
    fc.record({ drawn: drawnFees, version }),
    (id, { drawn, version }, { country }) => {
      const fees = Object.entries(drawn).map(([name, units]) => [name, amountOf(country, units)] as const)
      const body = Object.fromEntries(fees.map(([name, amount]) => [name, amount / 1000]))
      const foresee: Call['foresee'] = (model) => editInvoice(model, id, Object.fromEntries(fees), version)
      return put(`/invoices/${id}`, body, foresee, { version })
    },
  ),
  one('undo', 22, 'batches', who, (batchId, who) => ({
    who,
    method: 'post',
    path: `/changes/${batchId}/undo`,
    foresee: (model) => undoBatch(model, who, batchId),
  })),
]
