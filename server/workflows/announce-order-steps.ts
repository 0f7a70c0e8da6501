import type { Actor } from '../../domain/access/actor.ts'
import { heldStock } from '../../domain/orders/held-stock.ts'
import type { ResourceName } from '../../domain/resources.ts'
import type { Transaction } from '../database/drizzle.ts'
import { recordEvent } from '../events/record-event.ts'
import type { Batch, ChangeLine } from '../resources/changes/record-changes.ts'
import type { OrderStep } from './order-step.ts'

/** Tells the live lists: one event for the orders, and one each for the shippings and products that followed. */
export const announceOrderSteps = async (
  tx: Transaction,
  actor: Actor,
  batch: Batch,
  steps: readonly OrderStep[],
  shippingLines: readonly ChangeLine[],
): Promise<void> => {
  const countries = new Set(steps.map(({ order }) => order.country))
  const shared = {
    verb: steps[0]!.verb,
    country: countries.size === 1 ? [...countries][0]! : null,
    owners: steps.flatMap(({ order, next }) => [order.owner, next.owner]),
    batchId: batch.id,
    actor: actor.id,
  }
  const idsByResource: [ResourceName, string[]][] = [
    ['orders', steps.map(({ order }) => order.id)],
    ['shippings', shippingLines.map((line) => line.recordId)],
    ['products', restocked(steps)],
  ]
  for (const [resource, ids] of idsByResource) {
    if (ids.length > 0) await recordEvent(tx, { ...shared, resource, ids })
  }
}

const restocked = (steps: readonly OrderStep[]): string[] => [
  ...new Set(
    steps.flatMap(({ order, next }) =>
      heldStock(order) === heldStock(next) ? [] : [order.product, next.product],
    ),
  ),
]
