import type { Actor } from '../../../domain/access/actor.ts'
import type { Verb } from '../../../domain/access/permissions.ts'
import { whyNot } from '../../../domain/access/why-not.ts'
import type { ChangeReport } from '../../../domain/changes.ts'
import { takenStock } from '../../../domain/orders/held-stock.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { Refused } from '../../refused.ts'
import type { Batch } from '../../modules/change-log/record-changes.ts'
import type { ParsedTarget } from '../../crud/target.ts'
import { bulkReport } from '../change-report.ts'
import { applyTradeSteps } from './apply-trade-steps.ts'
import { chosenOrders, holdOrders } from './hold-orders.ts'
import { type CarriedStock, holdStock, type Stock } from './hold-stock.ts'
import {
  asCounted,
  type HeldOrder,
  leadOf,
  shippingOf,
  type TradeDecision,
  type TradeResource,
  type TradeStep,
} from './trade-step.ts'

export type TradeChange = {
  /** Who may do it at all, which records are within reach, and which resource it is about. */
  verb: Verb
  /** Whether what the order is to its product's stock changes: its product is locked then, and counted. */
  movesStock: (order: HeldOrder) => boolean
  /** Records that are found no more: their products are held, lest one that is renamed makes them findable again. */
  hidesRecords?: true
  decide: (order: HeldOrder, stock: Stock) => TradeDecision
}

export type ChangeOptions = {
  batch: Batch
  dryRun: boolean
  /** Left out where the dry run has no other steps. */
  carried?: CarriedStock
  /** The version that a record must still be at (`If-Match`); null or left out: whatever stands. */
  version?: number | null
}

/**
 * One change over many orders or shippings, each decided on its own, oldest first, with what those before it left in
 * stock; then written together. A dry run decides the same way, locks nothing and writes nothing.
 */
export const changeTrades = async (
  tx: Transaction,
  actor: Actor,
  target: ParsedTarget,
  change: TradeChange,
  { batch, dryRun, carried, version = null }: ChangeOptions,
): Promise<ChangeReport> => {
  const forbidden = whyNot(actor, change.verb)
  if (forbidden !== null) throw new Refused(forbidden)
  const lead = leadOf(change.verb)
  const held = await holdOrders(tx, chosenOrders(lead, actor, change.verb, target), { lock: !dryRun })
  const concerned = change.hidesRecords ? held : held.filter(change.movesStock)
  const stock = await holdStock(
    tx,
    concerned.map((order) => order.product),
    { lock: dryRun ? null : change.hidesRecords ? 'share' : 'update', carried },
  )
  const { steps, refused } = decideTrades(lead, held, stock, (order) =>
    version === null || recordOf(lead, order).version === version
      ? change.decide(order, stock)
      : { code: 'STALE_VERSION' },
  )
  if (!dryRun) await applyTradeSteps(tx, actor, batch, steps)
  const records = (orders: readonly HeldOrder[]) => orders.map((order) => recordOf(lead, order))
  return bulkReport(
    target,
    { held: records(held), changed: records(steps.map(({ order }) => order)), refused },
    { batch, dryRun },
  )
}

/** Decides one order after the other; each one decided on leaves less, or more, stock to those after it. */
export const decideTrades = (
  lead: TradeResource,
  held: readonly HeldOrder[],
  stock: Stock,
  decide: (order: HeldOrder) => TradeDecision,
): { steps: TradeStep[]; refused: ChangeReport['refused'] } => {
  const steps: TradeStep[] = []
  const refused: ChangeReport['refused'] = []
  for (const order of held) {
    const decision = decide(order)
    if ('code' in decision) {
      const { id, number } = recordOf(lead, order)
      refused.push({ id, number, code: decision.code })
      continue
    }
    const { next } = decision
    stock.take(order.product, -takenStock(asCounted(order, order.shipping)))
    stock.take(next.order.product, takenStock(asCounted(next.order, next.shipping)))
    steps.push({ ...decision, order })
  }
  return { steps, refused }
}

/** The record of a held order that a change is about. */
export const recordOf = (
  lead: TradeResource,
  order: HeldOrder,
): Pick<HeldOrder, 'id' | 'number' | 'version'> => (lead === 'orders' ? order : shippingOf(order))
