import type { Code } from '../../../domain/core/codes.ts'
import { sumAmounts } from '../../../domain/lib/money.ts'
import {
  payouts as definition,
  type PayoutPart,
  payoutWithLinesShapes,
} from '../../../domain/payouts/payout.ts'
import { partProblems, whyNotTakeOff } from '../../../domain/payouts/policy.ts'
import { defineKind, type RowOf } from '../../crud/define-kind.ts'
import type { MadeChange, Pair } from '../../crud/resource-definition.ts'
import type { Transaction } from '../../db/drizzle.ts'
import type { payouts } from '../../db/schema/payouts.ts'
import { payoutList, readPayoutsWithLines } from '../../queries/payouts.ts'
import type { HeldInvoice } from '../billing/invoice-steps.ts'
import { holdPaidInvoices, invoiceLinesBeside, partsOfPayouts, payInvoices } from './pay-invoices.ts'

type HeldPayout = RowOf<typeof payouts>

/** Parts by payout, and their invoices as they are with the changes decided so far. */
type PayoutFacts = { parts: Map<string, PayoutPart[]>; invoices: Map<string, HeldInvoice> }

/** Whether it is deleted or restored, which changes what its invoices have been paid. */
const isTurned = ({ record, next }: Pair<HeldPayout>): boolean =>
  record !== null && record.isDeleted !== next.isDeleted

const findFacts = async (
  tx: Transaction,
  pairs: readonly Pair<HeldPayout>[],
  { lock }: { lock: boolean },
): Promise<PayoutFacts> => {
  const turned = pairs.filter(isTurned)
  if (turned.length === 0) return { parts: new Map(), invoices: new Map() }
  const parts = await partsOfPayouts(
    tx,
    turned.map(({ next }) => next.id),
  )
  return { parts, invoices: await holdPaidInvoices(tx, [...parts.values()].flat(), { lock }) }
}

const whyNotDelete = ({ id }: HeldPayout, { parts, invoices }: PayoutFacts): Code | null => {
  for (const { invoice } of parts.get(id) ?? []) {
    const held = invoices.get(invoice)
    const code = held === undefined ? 'INVOICE_NOT_FOUND' : whyNotTakeOff(held)
    if (code !== null) return code
  }
  return null
}

const whyNotRestore = (payout: HeldPayout, { parts, invoices }: PayoutFacts): Code | null =>
  partProblems(payout, parts.get(payout.id) ?? [], invoices)[0]?.code ?? null

/** The same as `payInvoices` writes, for what is decided next. */
const settle = ({ parts, invoices }: PayoutFacts, pair: Pair<HeldPayout>): void => {
  if (!isTurned(pair)) return
  const isPaid = !pair.next.isDeleted
  for (const { invoice, amount } of parts.get(pair.next.id) ?? []) {
    const held = invoices.get(invoice)!
    const paidAmount = sumAmounts([held.paidAmount, isPaid ? amount : -amount])
    const status = isPaid && paidAmount === held.totalWithFees ? 'PAID' : 'UN_PAID'
    invoices.set(invoice, { ...held, paidAmount, status })
  }
}

const follow = async (
  tx: Transaction,
  actor: Parameters<typeof payInvoices>[1],
  batch: Parameters<typeof payInvoices>[2],
  changes: readonly MadeChange<HeldPayout>[],
): Promise<void> => {
  const turned = changes.filter(isTurned)
  for (const isPaid of [false, true]) {
    const some = turned.filter(({ next }) => next.isDeleted !== isPaid)
    if (some.length === 0) continue
    const parts = await partsOfPayouts(
      tx,
      some.map(({ next }) => next.id),
    )
    const all = [...parts.values()].flat()
    await payInvoices(tx, actor, batch, await holdPaidInvoices(tx, all, { lock: true }), {
      verb: some[0]!.verb,
      parts: all,
      isPaid,
      undoes: await invoiceLinesBeside(
        tx,
        some.flatMap(({ undoes }) => undoes ?? []),
      ),
    })
  }
}

/** Deleting a payout, and undo and redo, give its invoices back what it paid, or pay it again. */
export const payoutKind = defineKind<'payouts', typeof payouts, PayoutFacts>(definition, payoutList, {
  whole: { shapes: payoutWithLinesShapes, read: readPayoutsWithLines },
  findFacts,
  whyNot: {
    delete: (_, payout, facts) => whyNotDelete(payout, facts),
    revert: (payout, next, facts) =>
      payout.isDeleted === next.isDeleted
        ? null
        : next.isDeleted
          ? whyNotDelete(payout, facts)
          : whyNotRestore(payout, facts),
  },
  settle,
  follow,
})
