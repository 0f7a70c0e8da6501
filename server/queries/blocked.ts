import { type SQL, sql } from 'drizzle-orm'
import { blocked as definition } from '../../domain/blocked/block.ts'
import { countries } from '../../domain/core/countries.ts'
import { recordList } from '../crud/record-list.ts'
import type { Executor } from '../db/drizzle.ts'
import { blocked } from '../db/schema/blocked.ts'

const zones = sql.join(
  Object.entries(countries).map(([code, { timeZone }]) => sql.raw(`when '${code}' then '${timeZone}'`)),
  sql` `,
)

/** Not over on the present day of its country. */
const isInForce = sql<boolean>`(blocked.until is null
  or blocked.until >= (now() at time zone (case blocked.country ${zones} end))::date)`

export const blockedList = recordList(definition, blocked, {
  keys: { phone: blocked.phone },
  filters: { inForce: isInForce },
  fields: { inForce: isInForce },
})

type Customer = Record<'phone' | 'country' | 'owner', SQL>

/** From and where of the blocks of a customer that an order of that owner is subject to: the owner's, and those of admins. */
const blocksOf = ({ phone, country, owner }: Customer): SQL => sql`
  from blocked join users blocker on blocker.id = blocked.owner
  where blocked.phone = ${phone} and blocked.country = ${country} and blocked.deleted_at is null and ${isInForce}
    and (blocked.owner = ${owner} or blocker.role = 'admin')`

const ofOrder: Customer = {
  phone: sql`orders.customer_phone`,
  country: sql`orders.country`,
  owner: sql`orders.owner`,
}

const isOpen = sql`orders.status in ('PENDING', 'NOT_REACHABLE')`

export const isBlocked = sql<boolean>`(${isOpen} and exists (select 1 ${blocksOf(ofOrder)}))`

/** Of the block that refuses, else of the latest. */
export const blockedReason = sql<string | null>`case when ${isOpen} then (
  select blocked.reason ${blocksOf(ofOrder)} order by blocked.refuses desc, blocked.created_at desc limit 1) end`

/** `isBlocked` for a whole list: begins at the blocks, which are few. */
export const isOneOfBlocked = sql<boolean>`orders.id in (
  select marked.id from blocked join users blocker on blocker.id = blocked.owner
    join orders marked on marked.customer_phone = blocked.phone and marked.country = blocked.country
  where blocked.deleted_at is null and ${isInForce} and (blocked.owner = marked.owner or blocker.role = 'admin')
    and marked.deleted_at is null and marked.status in ('PENDING', 'NOT_REACHABLE'))`

/** Places of new orders whose customer is blocked by a block that refuses. `orders`: rows `(at, phone, country, owner)`. */
export const findRefused = async (db: Executor, orders: SQL): Promise<number[]> => {
  const given = { phone: sql`given.phone`, country: sql`given.country`, owner: sql`given.owner` }
  const { rows } = await db.execute<{ at: number }>(sql`
    select given.at from (${orders}) as given (at, phone, country, owner)
    where exists (select 1 ${blocksOf(given)} and blocked.refuses)
    order by given.at`)
  return rows.map(({ at }) => at)
}
