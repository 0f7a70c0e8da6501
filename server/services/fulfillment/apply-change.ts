import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Actor } from '../../../domain/access/actor.ts'
import type { Verb } from '../../../domain/access/permissions.ts'
import { whyNot } from '../../../domain/access/why-not.ts'
import type { ChangeReport } from '../../../domain/changes/changes.ts'
import { takenStock } from '../../../domain/fulfillment/stock-rules.ts'
import type { ResourceName } from '../../../domain/resources.ts'
import { dayToCome } from '../../../domain/shippings/policy.ts'
import { Refused } from '../../core/errors.ts'
import { type StepOptions, whyNotAt } from '../../crud/apply-steps.ts'
import { bulkReport } from '../../crud/change-report.ts'
import type { ParsedTarget } from '../../crud/choose-records.ts'
import { type Batch, prepareHistory, writeHistory } from '../../crud/record-changes.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { orders } from '../../db/schema/orders.ts'
import { updateRows } from '../../db/unnest-rows.ts'
import { recordEvent } from '../../events/read-events.ts'
import {
  asCounted,
  chosenOrders,
  type FulfillmentDecision,
  type FulfillmentResource,
  type FulfillmentStep,
  type HeldOrder,
  holdOrders,
  leadOf,
  mirroredDelivery,
  orderValueNames,
  shippingOf,
  stampStatus,
} from './fulfillment-step.ts'
import { followManifests, type MadeManifests } from './manifests.ts'
import { placeSteps } from './order-zones.ts'
import { historyLines, type RevisedFulfillment, reviseFulfillments } from './revise-fulfillments.ts'
import { entriesToMake, namesToMake, refreshFulfillmentEntries } from './search-entries.ts'
import { holdStock, moveFulfillmentStock, type Stock, stockDeltas } from './stock.ts'
import { writeShippings } from './write-shippings.ts'

/**
 * Publishes one event each for orders, shippings and products with changed stock. Orders and shippings show each other's
 * fields, so both are named.
 */
export const announceFulfillments = async (
  tx: Transaction,
  actor: Actor,
  batch: Batch,
  fulfillments: readonly RevisedFulfillment[],
  country: string | null,
): Promise<void> => {
  const shared = {
    verb: fulfillments[0]!.verb,
    country,
    owners: fulfillments.flatMap(({ order, next }) => [order.owner, next.order.owner]),
    batchId: batch.id,
    actor: actor.id,
  }
  const idsByResource: [ResourceName, string[]][] = [
    ['orders', fulfillments.map(({ order }) => order.id)],
    ['shippings', fulfillments.flatMap(({ shippingId }) => shippingId ?? [])],
    ['products', stockDeltas(fulfillments).map(({ id }) => id)],
  ]
  for (const [resource, ids] of idsByResource) {
    if (ids.length > 0) await recordEvent(tx, { ...shared, resource, ids })
  }
}

/**
 * Writes decided changes of locked orders and shippings (`holdOrders`, `holdStock`) with stock, search entries, history and
 * events. The only writer of both, including undo, so that stock follows the domain's tables. Returns created manifests.
 */
export const applyFulfillmentSteps = async (
  tx: Transaction,
  actor: Actor,
  batch: Batch,
  given: readonly FulfillmentStep[],
): Promise<MadeManifests> => {
  if (given.length === 0) return []
  const steps = await placeSteps(tx, given)
  const at = batch.at.toISOString()
  const fulfillments = reviseFulfillments(steps.map((step) => stampStatus(step, at)))
  const country = countryOf(fulfillments)
  await moveFulfillmentStock(tx, actor, batch, fulfillments)
  const names = await namesToMake(tx, fulfillments)
  const [{ entered, history }] = await Promise.all([
    meanwhile(() => ({
      entered: entriesToMake(fulfillments, names),
      history: prepareHistory(actor, batch, fulfillments.flatMap(historyLines), country),
    })),
    writeOrders(tx, batch, fulfillments),
  ])
  const made = await writeShippings(tx, batch, fulfillments)
  await refreshFulfillmentEntries(tx, fulfillments, made, entered)
  await writeHistory(tx, actor, batch, history)
  await announceFulfillments(tx, actor, batch, fulfillments, country)
  return followManifests(tx, actor, batch, fulfillments)
}

/** Prepares the next statement while PostgreSQL runs this one. */
const meanwhile = async <Made>(make: () => Made): Promise<Made> => {
  await nextTurn()
  return make()
}

/** The common country, or null for several. */
const countryOf = (fulfillments: readonly RevisedFulfillment[]): string | null => {
  const [first] = fulfillments
  const isOne = fulfillments.every(({ order }) => order.country === first?.order.country)
  return isOne && first !== undefined ? first.order.country : null
}

/**
 * Writes the changed columns. An order whose shipping only changed courier keeps its version, which guards edits of the order.
 */
const writeOrders = (
  tx: Transaction,
  batch: Batch,
  fulfillments: readonly RevisedFulfillment[],
): Promise<void> => {
  const touched = fulfillments.filter(touchesOrder)
  const changed = orderValueNames.filter((name) =>
    touched.some(({ order, next }) => order[name] !== next.order[name]),
  )
  return updateRows(
    tx,
    orders,
    [...changed, 'delivery', 'version', 'updatedAt', 'deletedAt'],
    touched.map(({ order, next, orderRevision }) => ({
      ...next.order,
      id: order.id,
      // Set by `stampStatus`.
      statusAt: next.order.statusAt!,
      delivery: mirroredDelivery(next.shipping),
      version: order.version + (orderRevision === null ? 0 : 1),
      updatedAt: orderRevision === null ? order.updatedAt : batch.at,
      deletedAt: next.order.isDeleted ? batch.at : null,
    })),
  )
}

const touchesOrder = ({ order, next, orderRevision }: RevisedFulfillment): boolean =>
  orderRevision !== null || mirroredDelivery(next.shipping) !== order.delivery

export type FulfillmentChange = {
  /** Permission of the change; defines scope and resource. */
  verb: Verb
  /** Whether the order's stock changes, so that its product is locked. */
  movesStock: (order: HeldOrder) => boolean
  /** The records disappear from search: locks products, so that a concurrent rename does not re-create entries. */
  hidesRecords?: true
  decide: (order: HeldOrder, stock: Stock) => FulfillmentDecision
}

/**
 * Changes many orders or shippings: each decided individually, oldest first, with the stock left by previous ones; all written
 * together. A dry run decides alike, without locks and writes.
 */
export const changeFulfillments = async (
  tx: Transaction,
  actor: Actor,
  target: ParsedTarget,
  change: FulfillmentChange,
  options: StepOptions,
): Promise<ChangeReport> => {
  const { batch, dryRun, carried } = options
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
  const { steps, refused } = decideFulfillments(lead, held, stock, (order) => {
    const code = whyNotAt(options, recordOf(lead, order))
    return code === null ? change.decide(order, stock) : { code }
  })
  const manifests = dryRun ? [] : await applyFulfillmentSteps(tx, actor, batch, steps)
  const records = (orders: readonly HeldOrder[]) => orders.map((order) => recordOf(lead, order))
  const report = bulkReport(
    target,
    { held: records(held), changed: records(steps.map(({ order }) => order)), refused },
    { batch, dryRun },
  )
  const early = dryRun ? steps.filter((step) => isEarly(step, batch.at)).length : 0
  return { ...report, ...(manifests.length > 0 && { manifests }), ...(early > 0 && { early }) }
}

/** Whether a dispatch comes before the day that the customer chose. */
const isEarly = ({ verb, order }: FulfillmentStep, at: Date): boolean =>
  verb === 'shipping.dispatch' && dayToCome({ ...shippingOf(order), country: order.country }, at) !== null

/** Decides orders in sequence; each affects the stock of later ones. */
export const decideFulfillments = (
  lead: FulfillmentResource,
  held: readonly HeldOrder[],
  stock: Stock,
  decide: (order: HeldOrder) => FulfillmentDecision,
): { steps: FulfillmentStep[]; refused: ChangeReport['refused'] } => {
  const steps: FulfillmentStep[] = []
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

/** The order or its shipping, whichever the change is about. */
export const recordOf = (
  lead: FulfillmentResource,
  order: HeldOrder,
): Pick<HeldOrder, 'id' | 'number' | 'version'> => (lead === 'orders' ? order : shippingOf(order))
