import { and, eq, sql } from 'drizzle-orm'
import type { IntakeOrder, KnownShopOrder } from '../../../domain/intake/decision.ts'
import type { ShopOrder } from '../../../domain/intake/shop-order.ts'
import type { PlannedOrder } from '../../../domain/intake/shop-to-orders.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { shopLines, shopOrders } from '../../db/schema/intake.ts'

/** An order of a shop, by its id there. */
export type ShopKey = { source: string; externalId: string }

/** The orders that `orders` is merged with: pieces were added, the merge is in effect, and the kept order is still to be delivered. */
const mergedWith = sql`coalesce((
  select jsonb_agg(jsonb_build_object('order', other.record_id, 'isCorrected', exists (
    select 1 from changes later where later.record_id = whole.id and later.at > kept.at
      and later.verb <> 'order.merge' and later.after ? 'quantity')))
  from changes line
  join changes other on other.batch_id = line.batch_id and other.record_id <> line.record_id and other.verb = 'order.merge'
  join changes kept on kept.id in (line.id, other.id) and kept.after ? 'quantity'
  join orders whole on whole.id = kept.record_id
  left join shippings parcel on parcel."order" = whole.id and parcel.deleted_at is null
  where line.record_id = orders.id and line.verb = 'order.merge'
    and (line.undoes is null or exists (select 1 from changes back where back.id = line.undoes and back.undoes is not null))
    and not exists (select 1 from changes undo where undo.record_id = orders.id and undo.undoes = line.id)
    and whole.deleted_at is null and whole.status <> 'CANCELLED'
    and (parcel.status is null or parcel.status not in ('DELIVERED', 'RETURNED', 'LOST'))), '[]')`

/** What is known of a shop's order; null for a new one. `lock`: until commit. */
export const holdShopOrder = async (
  tx: Transaction,
  { source, externalId }: ShopKey,
  { lock }: { lock: boolean },
): Promise<KnownShopOrder | null> => {
  const query = tx
    .select({ said: shopOrders.said, applied: shopOrders.applied })
    .from(shopOrders)
    .where(and(eq(shopOrders.source, source), eq(shopOrders.externalId, externalId)))
  const [row] = await (lock ? query.for('update') : query)
  if (row === undefined) return null
  const { rows } = await tx.execute<IntakeOrder & { isUndone: boolean }>(sql`
    select orders.id, lines.line, lines.part, orders.status, shippings.status as "shippingStatus",
      orders.deleted_at is not null as "isDeleted", orders.country, orders.owner, orders.quantity,
      orders.price::float8 as price, orders.customer_name as "customerName", orders.customer_phone as "customerPhone",
      orders.customer_address as "customerAddress", orders.city, orders.comment, ${mergedWith} as "mergedWith",
      orders.deleted_at is not null and exists (
        select 1 from changes undo join changes made on made.id = undo.undoes
        where undo.resource = 'orders' and undo.record_id = orders.id and made.before is null) as "isUndone"
    from shop_lines lines
    join orders on orders.id = lines."order"
    left join shippings on shippings."order" = orders.id and shippings.deleted_at is null
    where lines.source = ${source} and lines.external_id = ${externalId}
    order by lines.line, lines.part, lines."order"`)
  const isTakenBack = rows.length > 0 && rows.every(({ isUndone }) => isUndone)
  return { ...row, orders: isTakenBack ? [] : presentOf(rows), isTakenBack }
}

/** One order a line and part. One whose creation was undone counts as deleted, unless another one has taken its place. */
const presentOf = (rows: readonly (IntakeOrder & { isUndone: boolean })[]): IntakeOrder[] => {
  const isSame = (one: IntakeOrder, other: IntakeOrder) => one.line === other.line && one.part === other.part
  return rows
    .filter((row, at) =>
      row.isUndone
        ? !rows.some((other, place) => isSame(row, other) && (!other.isUndone || place > at))
        : true,
    )
    .map(({ isUndone: _, ...order }) => order)
}

/** Stores what the shop said last. */
export const writeShopOrder = async (
  tx: Transaction,
  { source, externalId }: ShopKey,
  { said, applied }: { said: ShopOrder; applied: ShopOrder | null },
): Promise<void> => {
  await tx
    .insert(shopOrders)
    .values({ source, externalId, said, applied })
    .onConflictDoUpdate({ target: [shopOrders.source, shopOrders.externalId], set: { said, applied } })
}

/** Remembers which order each line became. */
export const writeShopLines = async (
  tx: Transaction,
  { source, externalId }: ShopKey,
  planned: readonly PlannedOrder[],
  orders: readonly string[],
): Promise<void> => {
  if (planned.length === 0) return
  const rows = planned.map(({ line, part }, at) => ({ source, externalId, line, part, order: orders[at]! }))
  await tx.insert(shopLines).values(rows)
}
