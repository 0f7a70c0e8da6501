import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../../../domain/access/actor.ts'
import { targetSql } from '../../crud/choose-records.ts'
import { isOneOf } from '../../crud/where-sql.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { orderClaims } from '../../db/schema.ts'
import { orderSource } from '../../queries/orders.ts'

/**
 * Renews the actor's leases on these orders, also if the orders have changed, and takes free ones
 * (the orders of undone outcomes). @returns those that the actor has now, in the requested order
 */
export const keepClaims = async (
  tx: Transaction,
  actor: Actor,
  ids: readonly string[],
  lease: Lease,
): Promise<string[]> => {
  if (ids.length === 0) return []
  const now = sql`${lease.now.toISOString()}::timestamptz`
  // Their own leases need no lock on the orders: the outcome of one may be on its way in another transaction.
  const { rows } = await tx.execute<{ order: string }>(sql`
    update order_claims set until = ${lease.until.toISOString()}::timestamptz
    where "user" = ${actor.id} and until > ${now} and ${isOneOf(orderClaims.order, ids)} returning "order"`)
  const kept = new Set(rows.map(({ order }) => order))
  const missing = ids.filter((id) => !kept.has(id))
  if (missing.length > 0) {
    const free = await tx.execute<{ id: string }>(sql`
      select orders.id from orders
      where ${targetSql(orderSource, actor, 'order.claim', { ids: missing })} and ${isFree(lease)}
      order by orders.id for update of orders skip locked`)
    for (const { id } of free.rows) if (await takeLease(tx, id, lease)) kept.add(id)
  }
  return ids.filter((id) => kept.has(id))
}

/** A user's claim on an order, from `now` to `until`. */
export type Lease = { user: string; now: Date; until: Date }

/** The condition that no other user has the order. */
export const isFree = ({ user, now }: Lease): SQL => sql`not exists (
  select 1 from order_claims claim where claim."order" = orders.id
    and claim.until > ${now.toISOString()}::timestamptz and claim."user" <> ${user})`

/** Leases an order; false if another user has it. Lock the order's row first. */
export const takeLease = async (
  tx: Transaction,
  id: string,
  { user, now, until }: Lease,
): Promise<boolean> => {
  const taken = await tx.execute(sql`
    insert into order_claims ("order", "user", until)
    values (${id}, ${user}, ${until.toISOString()}::timestamptz)
    on conflict ("order") do update set "user" = excluded."user", until = excluded.until
    where order_claims.until <= ${now.toISOString()}::timestamptz or order_claims."user" = ${user}
    returning "order"`)
  return taken.rows.length > 0
}
