import { sql } from 'drizzle-orm'
import type { Actor } from '../../../domain/access/actor.ts'
import { announceRecords, type Batch } from '../../crud/record-changes.ts'
import type { HeldOf, MadeChange } from '../../crud/resource-definition.ts'
import { isOneOf } from '../../db/columns.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { affiliates, type products } from '../../db/schema/goods.ts'
import { inChunks } from '../../db/unnest-rows.ts'
import { expeditionList } from '../../queries/expeditions.ts'
import { orderList } from '../../queries/orders.ts'
import { shippingList } from '../../queries/shippings.ts'
import { writeSearchEntries } from '../../search/write-entries.ts'
import {
  type FulfillmentValues,
  type HeldOrder,
  type OrderValues,
  type ShippingValues,
  shippingValuesOf,
} from './fulfillment-step.ts'

/**
 * The shipping after a change of its order: created or revived on confirmation, cancelled if no longer confirmed, deleted with
 * it.
 */
export const followOrder = (
  order: HeldOrder,
  next: OrderValues,
  { delivery = null }: { delivery?: string | null } = {},
): FulfillmentValues => {
  if (isConfirmed(next) && !isConfirmed(order)) return { order: next, shipping: freshShipping(delivery) }
  const { shipping } = order
  if (shipping === null) return { order: next, shipping }
  const kept = shippingValuesOf(shipping)
  const status = isConfirmed(order) && !isConfirmed(next) ? 'CANCELLED' : kept.status
  return { order: next, shipping: { ...kept, status, isDeleted: next.isDeleted || kept.isDeleted } }
}

/** A new parcel's values. */
const freshShipping = (delivery: string | null): ShippingValues => ({
  status: delivery === null ? 'PENDING' : 'ASSIGNED',
  statusAt: null,
  comment: null,
  delivery,
  attempts: 0,
  postponedTo: null,
  collected: null,
  outAt: null,
  deliveredAt: null,
  settledAt: null,
  condition: null,
  isRefused: false,
  isDeleted: false,
})

const isConfirmed = (order: OrderValues): boolean => order.status === 'CONFIRMED' && !order.isDeleted

type ProductChange = MadeChange<HeldOf<typeof products>>

/** Updates what depends on products: search entries with their name, and counts of offers. */
export const followProducts = async (
  tx: Transaction,
  actor: Actor,
  batch: Batch,
  changes: readonly ProductChange[],
): Promise<void> => {
  const renamed = changes.filter(({ record, next }) => record !== null && record.name !== next.name)
  await renameEverywhere(
    tx,
    renamed.map(({ next }) => next.id),
  )
  const recounted = changes.filter(({ record, next }) => (record?.isDeleted ?? true) !== next.isDeleted)
  const offerIds = new Set(recounted.flatMap(({ next }) => next.affiliate ?? []))
  if (offerIds.size === 0) return
  const offers = await tx
    .select({ id: affiliates.id, country: affiliates.country, owner: affiliates.owner })
    .from(affiliates)
    .where(isOneOf(affiliates.id, [...offerIds]))
  await announceRecords(tx, actor, batch, { resource: 'affiliates', verb: changes[0]!.verb }, offers)
}

/** Entries of orders, shippings and expeditions contain the product's name. */
const renameEverywhere = async (tx: Transaction, productIds: readonly string[]): Promise<void> => {
  if (productIds.length === 0) return
  const named = sql.param([...productIds])
  const { rows } = await tx.execute<{ id: string; shipping: string | null }>(sql`
    select orders.id, shippings.id as shipping from orders left join shippings on shippings."order" = orders.id
    where orders.product = any(${named}::uuid[]) and orders.deleted_at is null
    order by orders.id`)
  for (const chunk of inChunks(rows)) {
    const orderIds = chunk.map((row) => row.id)
    const shippingIds = chunk.flatMap((row) => row.shipping ?? [])
    await writeSearchEntries(tx, 'orders', await orderList.read(tx, orderIds))
    await writeSearchEntries(tx, 'shippings', await shippingList.read(tx, shippingIds))
  }
  // Locked here, because deletion may not lock the product and its entry would be re-created.
  const expeditions = await tx.execute<{ id: string }>(sql`
    select id from expeditions where product = any(${named}::uuid[]) and deleted_at is null order by id for share`)
  for (const chunk of inChunks(expeditions.rows)) {
    const ids = chunk.map((row) => row.id)
    await writeSearchEntries(tx, 'expeditions', await expeditionList.read(tx, ids))
  }
}
