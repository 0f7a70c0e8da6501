import { eq, lt, type SQL, sql } from 'drizzle-orm'
import { type Actor, actorScope } from '../../../domain/access/actor.ts'
import { type CountryCode, countryCodes } from '../../../domain/core/countries.ts'
import { isId } from '../../../domain/lib/field.ts'
import { accept, type Result, refuse } from '../../../domain/lib/result.ts'
import type { Order } from '../../../domain/orders/order.ts'
import {
  type Claim,
  callableStatuses,
  largestHand,
  leaseMinutes,
  mostKept,
} from '../../../domain/triage/claim.ts'
import { Refused } from '../../core/errors.ts'
import { type ParsedTarget, parseTarget, targetSql } from '../../crud/choose-records.ts'
import { isOneOf } from '../../db/columns.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { orderClaims, orders, releasedLeases } from '../../db/schema.ts'
import { recordEvent } from '../../events/read-events.ts'
import { type CountryPolicy, readPolicies } from '../../queries/call-policies.ts'
import { dealtCountry, nextCallSql, queueCountsSql, sumCounts } from '../../queries/call-queue.ts'
import { orderList } from '../../queries/orders.ts'
import { comeToWork, leaveWork, showWork } from './presence.ts'

/** Target and number of orders to claim, and claims to keep. */
type ClaimInput = {
  target: ParsedTarget
  keep: readonly string[]
  count: number
  /** Chosen by the client; see `isReleased`. */
  leaseId: string | null
}

/** Without `ids`, `where` or a body: all waiting orders. */
export const readClaim = (body: unknown = {}): Result<ClaimInput> => {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return refuse('VALIDATION_FAILED', [{ path: '', code: 'BAD_JSON' }])
  const { keep = [], count = 1, leaseId, ...rest } = body as Record<string, unknown>
  const isOfAll = !('ids' in rest || 'where' in rest)
  const known = isOfAll ? [] : ['ids', 'where', 'except']
  const unknown = Object.keys(rest).filter((name) => !known.includes(name))
  if (unknown.length > 0) {
    return refuse(
      'VALIDATION_FAILED',
      unknown.map((path) => ({ path, code: 'UNKNOWN_FIELD' })),
    )
  }
  if (!Array.isArray(keep)) return refuse('VALIDATION_FAILED', [{ path: 'keep', code: 'NOT_A_LIST' }])
  if (keep.length > mostKept) return refuse('TOO_MANY_IDS', [{ path: 'keep', code: 'TOO_MANY_IDS' }])
  if (!keep.every(isId)) return refuse('VALIDATION_FAILED', [{ path: 'keep', code: 'NOT_AN_ID' }])
  if (typeof count !== 'number' || !Number.isInteger(count)) {
    return refuse('VALIDATION_FAILED', [{ path: 'count', code: 'NOT_AN_INTEGER' }])
  }
  if (count < 0) return refuse('VALIDATION_FAILED', [{ path: 'count', code: 'TOO_SMALL' }])
  if (count > largestHand) return refuse('VALIDATION_FAILED', [{ path: 'count', code: 'TOO_LARGE' }])
  if (leaseId !== undefined && !isId(leaseId)) {
    return refuse('VALIDATION_FAILED', [{ path: 'leaseId', code: 'NOT_AN_ID' }])
  }
  const target = parseTarget(orderList.source, isOfAll ? { where: {} } : rest)
  if (!target.ok) return target
  return accept({
    target: target.value,
    keep: [...new Set(keep.map((id) => id.toLowerCase()))],
    count,
    leaseId: leaseId?.toLowerCase() ?? null,
  })
}

/** `leaseId` of `DELETE orders/claim`, or null. */
export const readLeaseId = ({ leaseId = null }: Record<string, unknown>): Result<string | null> => {
  if (leaseId === null) return accept(null)
  return isId(leaseId)
    ? accept(leaseId.toLowerCase())
    : refuse('VALIDATION_FAILED', [{ path: 'leaseId', code: 'NOT_AN_ID' }])
}

/** Longer than any request is under way. */
const KEPT_MS = 24 * 3_600_000

/**
 * Whether the lease was released. A closing page releases while a claim may be in flight, and they may arrive in either order.
 * Both take one advisory lock, so a claim is either released afterwards or sees the release.
 */
const isReleased = async (tx: Transaction, leaseId: string): Promise<boolean> => {
  await lockLease(tx, leaseId)
  const found = await tx
    .select({ id: releasedLeases.id })
    .from(releasedLeases)
    .where(eq(releasedLeases.id, leaseId))
  return found.length > 0
}

/** Records the release and deletes expired records. */
const markReleased = async (tx: Transaction, leaseId: string, now: Date): Promise<void> => {
  await lockLease(tx, leaseId)
  await tx.insert(releasedLeases).values({ id: leaseId, releasedAt: now }).onConflictDoNothing()
  await tx.delete(releasedLeases).where(lt(releasedLeases.releasedAt, new Date(now.getTime() - KEPT_MS)))
}

const lockLease = (tx: Transaction, leaseId: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`lease ${leaseId}`}, 0))`)

/**
 * Claims the next orders of the target that nobody has, in the order and at the times of the country's policy. Releases the
 * caller's other claims except those in `keep`. Concurrent callers get different orders. A target of one id is claimed exactly:
 * `CLAIMED_BY_ANOTHER` if taken.
 */
export const claimOrders = async (
  tx: Transaction,
  actor: Actor,
  { target, leaseId, ...asked }: ClaimInput,
  now: Date,
): Promise<Claim> => {
  const { keep, count } = leaseId !== null && (await isReleased(tx, leaseId)) ? { keep: [], count: 0 } : asked
  const scope = targetSql(orderList.source, actor, 'order.claim', target)
  const lease = { user: actor.id, now, until: new Date(now.getTime() + leaseMinutes * 60_000) }
  const named = 'ids' in target ? target.ids : null
  const policies = named === null ? await readPolicies(tx, countriesOf(actor, target)) : []
  const dealt = dealtCountry(policies)
  if (dealt !== null) {
    // Two who deal at once would give the same turns.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`calls ${dealt.country}`}, 0))`)
  }
  if (count > 0 && policies.length === 1) await comeToWork(tx, policies[0]!, lease)
  const kept = await keepClaims(tx, actor, keep, lease)
  const taken: string[] = []
  while (taken.length < count) {
    const within = sql`${scope} and not ${isOneOf(orders.id, [...keep, ...taken])}`
    const id = await claimNext(tx, named === null ? policies : null, within, lease)
    if (id === null) break
    taken.push(id)
  }
  if (named !== null && count > 0 && taken.length === 0) throw new Refused(await whyNotClaim(tx, scope))
  await letGo(tx, actor, [...kept, ...taken])
  await tell(tx, actor, 'order.claim', taken)
  const records = new Map((await orderList.read(tx, [...kept, ...taken])).map((order) => [order.id, order]))
  const recordsOf = (ids: readonly string[]): Order[] => ids.flatMap((id) => records.get(id) ?? [])
  const [order = null, ...ahead] = recordsOf(taken)
  await showWork(tx, recordsOf(kept).find(isCallable) ?? order, lease)
  return {
    order,
    ahead,
    kept: recordsOf(kept),
    until: records.size === 0 ? null : lease.until.toISOString(),
    ...(named === null ? await countQueue(tx, policies, scope, lease) : noQueue),
  }
}

/** Releases all claims of the actor, refuses later claims of `leaseId`, and publishes the release. */
export const releaseOrders = async (
  tx: Transaction,
  actor: Actor,
  leaseId: string | null,
  now: Date,
): Promise<void> => {
  if (leaseId !== null) await markReleased(tx, leaseId, now)
  await tell(tx, actor, 'order.release', await letGo(tx, actor, []))
  await leaveWork(tx, actor.id)
}

const isCallable = ({ status }: Order): boolean => callableStatuses.some((one) => one === status)

/** Releases the actor's claims except `kept`; returns their order ids. */
const letGo = async (tx: Transaction, actor: Actor, kept: readonly string[]): Promise<string[]> => {
  const ended = await tx
    .delete(orderClaims)
    .where(
      sql`${orderClaims.user} = ${actor.id} and not ${isOneOf(orderClaims.order, kept)} and not ${orderClaims.isFreed}`,
    )
    .returning({ order: orderClaims.order })
  return ended.map(({ order }) => order)
}

/** The countries whose queues a target may have orders of. */
const countriesOf = (actor: Actor, target: ParsedTarget): readonly CountryCode[] => {
  const country = 'where' in target ? target.where.filters.country : undefined
  const named =
    country?.kind === 'choice' ? countryCodes.filter((code) => country.values.includes(code)) : countryCodes
  return actorScope(actor, 'order.claim') === 'all' ? named : named.filter((code) => code === actor.country)
}

/**
 * Skips orders locked by other transactions; a claim committed since this statement began is detected by the primary key, and
 * the next order is tried. Without policies: the named order, whatever the hour, since its customer may be calling.
 */
const claimNext = async (
  tx: Transaction,
  policies: readonly CountryPolicy[] | null,
  within: SQL,
  lease: Lease,
): Promise<string | null> => {
  const free = sql`${within} and ${isFree(lease)}`
  for (;;) {
    const found = await tx.execute<{ id: string | null }>(
      policies === null
        ? sql`select orders.id from orders where ${free} limit 1 for update of orders skip locked`
        : nextCallSql(policies, lease, free),
    )
    const id = found.rows[0]?.id ?? null
    if (id === null) return null
    if (await takeLease(tx, id, lease)) return id
  }
}

type Queue = Pick<Claim, 'left' | 'waiting' | 'nextAt' | 'spent' | 'opensAt'>

const noQueue: Queue = { left: 0, waiting: 0, nextAt: null, spent: 0, opensAt: null }

const countQueue = async (
  tx: Transaction,
  policies: readonly CountryPolicy[],
  scope: SQL,
  lease: Lease,
): Promise<Queue> => {
  if (policies.length === 0) return noQueue
  const others = sql`${scope} and ${isFree(lease)} and not exists (
    select 1 from order_claims own where own."order" = orders.id and own."user" = ${lease.user} and not own.is_freed)`
  const { rows } = await tx.execute(queueCountsSql(policies, lease, others))
  const { nextAt, opensAt, ...counts } = sumCounts(policies, rows, lease.now)
  return { ...counts, nextAt: nextAt?.toISOString() ?? null, opensAt: opensAt?.toISOString() ?? null }
}

const whyNotClaim = async (tx: Transaction, scope: SQL) => {
  const { rows } = await tx.execute(sql`select 1 from orders where ${scope}`)
  return rows.length === 0 ? 'NOT_FOUND' : 'CLAIMED_BY_ANOTHER'
}

/** Publishes new claims, one event per country, since users receive events of theirs. */
const tell = async (
  tx: Transaction,
  actor: Actor,
  verb: 'order.claim' | 'order.release',
  ids: readonly string[],
): Promise<void> => {
  if (ids.length === 0) return
  const rows = await tx
    .select({ id: orders.id, country: orders.country, owner: orders.owner })
    .from(orders)
    .where(isOneOf(orders.id, ids))
  for (const country of new Set(rows.map((row) => row.country))) {
    const those = rows.filter((row) => row.country === country)
    await recordEvent(tx, {
      resource: 'orders',
      verb,
      country,
      owners: those.map(({ owner }) => owner),
      ids: those.map(({ id }) => id),
      actor: actor.id,
    })
  }
}

/**
 * Renews the actor's claims, also of changed orders, and takes free ones (orders of undone outcomes). @returns claims held now,
 * in the requested order
 */
const keepClaims = async (
  tx: Transaction,
  actor: Actor,
  ids: readonly string[],
  lease: Lease,
): Promise<string[]> => {
  if (ids.length === 0) return []
  const now = sql`${lease.now.toISOString()}::timestamptz`
  // Own claims need no lock on the orders, which a pending outcome may hold.
  const { rows } = await tx.execute<{ order: string }>(sql`
    update order_claims set until = ${lease.until.toISOString()}::timestamptz
    where "user" = ${actor.id} and until > ${now} and not is_freed and ${isOneOf(orderClaims.order, ids)}
    returning "order"`)
  const kept = new Set(rows.map(({ order }) => order))
  const missing = ids.filter((id) => !kept.has(id))
  if (missing.length > 0) {
    const free = await tx.execute<{ id: string }>(sql`
      select orders.id from orders
      where ${targetSql(orderList.source, actor, 'order.claim', { ids: missing })} and ${isFree(lease)}
      order by orders.id for update of orders skip locked`)
    for (const { id } of free.rows) if (await takeLease(tx, id, lease)) kept.add(id)
  }
  return ids.filter((id) => kept.has(id))
}

/** A claim from `now` to `until`. */
export type Lease = { user: string; now: Date; until: Date }

/** No other user has claimed the order, and nobody has freed it from this one. */
const isFree = ({ user, now }: Lease): SQL => sql`not exists (
  select 1 from order_claims claim where claim."order" = orders.id
    and claim.until > ${now.toISOString()}::timestamptz and (claim."user" <> ${user}) <> claim.is_freed)`

/** Claims an order; false if another user has. Lock the order's row first. */
const takeLease = async (tx: Transaction, id: string, { user, now, until }: Lease): Promise<boolean> => {
  const taken = await tx.execute(sql`
    insert into order_claims ("order", "user", until)
    values (${id}, ${user}, ${until.toISOString()}::timestamptz)
    on conflict ("order") do update set "user" = excluded."user", until = excluded.until, is_freed = false
    where order_claims.until <= ${now.toISOString()}::timestamptz or (order_claims."user" = ${user}) <> order_claims.is_freed
    returning "order"`)
  return taken.rows.length > 0
}
