import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../../../domain/access/actor.ts'
import { type Claim, callableStatuses, leaseMinutes } from '../../../domain/triage/claim.ts'
import type { Transaction } from '../../database/drizzle.ts'
import { orderClaims, orders } from '../../database/schema.ts'
import { recordEvent } from '../../events/record-event.ts'
import { Refused } from '../../refused.ts'
import { type ParsedTarget, targetSql } from '../engine/target.ts'
import { orderSource } from '../orders/order-source.ts'
import { readOrders } from '../orders/read-orders.ts'

/**
 * Gives the actor the next order to call among the target's and takes it from nobody: those whose callback is due come
 * first, then the least tried, oldest first. Whoever claims lets go of what they had. Two who claim at once get two
 * orders. Of a target of one id, that very order: `CLAIMED_BY_ANOTHER` where somebody has it.
 */
export const claimOrder = async (
  tx: Transaction,
  actor: Actor,
  target: ParsedTarget,
  now: Date,
): Promise<Claim> => {
  const scope = targetSql(orderSource, actor, 'order.claim', target)
  const until = new Date(now.getTime() + leaseMinutes * 60_000)
  const named = 'ids' in target ? target.ids : null
  const claimed = await claimNext(tx, actor, named === null ? sql`${scope} and ${isCallable(now)}` : scope, {
    now,
    until,
  })
  if (claimed === null && named !== null) throw new Refused(await whyNotClaim(tx, scope))
  await letGo(tx, actor, claimed)
  if (claimed !== null) await tell(tx, actor, claimed)
  const [order = null] = claimed === null ? [] : await readOrders(tx, [claimed])
  return {
    order,
    until: order === null ? null : until.toISOString(),
    left: named === null ? await countLeft(tx, actor, scope, now) : 0,
  }
}

/** Ends the actor's leases, but for the one on `kept`. */
export const letGo = async (tx: Transaction, actor: Actor, kept: string | null = null): Promise<void> => {
  await tx
    .delete(orderClaims)
    .where(sql`${orderClaims.user} = ${actor.id} and ${orderClaims.order} is distinct from ${kept}::uuid`)
}

type ClaimOptions = { now: Date; until: Date }

/**
 * An order that another transaction is claiming is passed over by its lock; one that was claimed since this statement
 * began is found out by the key of its lease, and the next one is tried.
 */
const claimNext = async (
  tx: Transaction,
  actor: Actor,
  condition: SQL,
  { now, until }: ClaimOptions,
): Promise<string | null> => {
  for (;;) {
    const found = await tx.execute<{ id: string }>(sql`
      select orders.id from orders where ${condition} and ${isFree(actor, now)}
      order by orders.callback_at asc nulls last, orders.attempts, orders.created_at, orders.id
      limit 1 for update of orders skip locked`)
    const id = found.rows[0]?.id
    if (id === undefined) return null
    const taken = await tx.execute(sql`
      insert into order_claims ("order", "user", until)
      values (${id}, ${actor.id}, ${until.toISOString()}::timestamptz)
      on conflict ("order") do update set "user" = excluded."user", until = excluded.until
      where order_claims.until <= ${now.toISOString()}::timestamptz or order_claims."user" = ${actor.id}
      returning "order"`)
    if (taken.rows.length > 0) return id
  }
}

const isCallable = (now: Date): SQL => sql`${orders.status} in ${[...callableStatuses]}
  and (${orders.callbackAt} is null or ${orders.callbackAt} <= ${now.toISOString()}::timestamptz)`

const isFree = (actor: Actor, now: Date): SQL => sql`not exists (
  select 1 from order_claims claim where claim."order" = orders.id
    and claim.until > ${now.toISOString()}::timestamptz and claim."user" <> ${actor.id})`

const countLeft = async (tx: Transaction, actor: Actor, scope: SQL, now: Date): Promise<number> => {
  const { rows } = await tx.execute<{ left: string }>(sql`
    select count(*) as left from orders
    where ${scope} and ${isCallable(now)} and ${isFree(actor, now)} and not exists (
      select 1 from order_claims own where own."order" = orders.id and own."user" = ${actor.id})`)
  return Number(rows[0]?.left ?? 0)
}

const whyNotClaim = async (tx: Transaction, scope: SQL) => {
  const { rows } = await tx.execute(sql`select 1 from orders where ${scope}`)
  return rows.length === 0 ? 'NOT_FOUND' : 'CLAIMED_BY_ANOTHER'
}

const tell = async (tx: Transaction, actor: Actor, id: string): Promise<void> => {
  const [row] = await tx
    .select({ country: orders.country, owner: orders.owner })
    .from(orders)
    .where(sql`${orders.id} = ${id}`)
  await recordEvent(tx, {
    resource: 'orders',
    verb: 'order.claim',
    country: row!.country,
    owners: [row!.owner],
    ids: [id],
    actor: actor.id,
  })
}
