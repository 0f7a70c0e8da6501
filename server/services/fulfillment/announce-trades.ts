import type { Actor } from '../../../domain/access/actor.ts'
import type { ResourceName } from '../../../domain/resources.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { recordEvent } from '../../events/record-event.ts'
import type { Batch } from '../../modules/change-log/record-changes.ts'
import { stockDeltas } from './move-trade-stock.ts'
import type { RevisedTrade } from './revise-trades.ts'

/**
 * Tells the live lists: one event each for the orders, their shippings and the products whose stock moved. Orders and
 * shippings show each other's fields, so that both are told whichever it was.
 */
export const announceTrades = async (
  tx: Transaction,
  actor: Actor,
  batch: Batch,
  trades: readonly RevisedTrade[],
  country: string | null,
): Promise<void> => {
  const shared = {
    verb: trades[0]!.verb,
    country,
    owners: trades.flatMap(({ order, next }) => [order.owner, next.order.owner]),
    batchId: batch.id,
    actor: actor.id,
  }
  const idsByResource: [ResourceName, string[]][] = [
    ['orders', trades.map(({ order }) => order.id)],
    ['shippings', trades.flatMap(({ shippingId }) => shippingId ?? [])],
    ['products', stockDeltas(trades).map(({ id }) => id)],
  ]
  for (const [resource, ids] of idsByResource) {
    if (ids.length > 0) await recordEvent(tx, { ...shared, resource, ids })
  }
}
