import { sql } from 'drizzle-orm'
import type { Transaction } from '../db/drizzle.ts'

/** Triggers that look up a row's customer or order by an index, which a filling of all tables has dropped. */
const lookups = {
  orders: ['orders_score'],
  shippings: ['shippings_score_insert'],
  changes: ['changes_mark_call_days'],
} as const

/**
 * Fills tables without the triggers of calls, then sums up for all customers and days at once what they would have kept: per
 * row and without indexes, the time is quadratic in the orders. Locks the tables until commit.
 */
export const sumCallsOnce = async (tx: Transaction, fill: () => Promise<void>): Promise<void> => {
  const set = async (state: 'disable' | 'enable') => {
    for (const [table, triggers] of Object.entries(lookups))
      for (const trigger of triggers)
        await tx.execute(sql.raw(`alter table ${table} ${state} trigger ${trigger}`))
  }
  await set('disable')
  await fill()
  await set('enable')
  await tx.execute(sql`
    insert into customer_parcels (country, phone, took, ended)
    select past.country, past.customer_phone, count(*) filter (where parcel.status = 'DELIVERED'), count(*)
    from orders past join shippings parcel on parcel."order" = past.id
    where past.deleted_at is null and parcel.deleted_at is null and parcel.status in ('DELIVERED', 'REFUSED', 'RETURNED')
    group by past.country, past.customer_phone`)
  await tx.execute(sql`
    update orders set took_parcels = customer.took, ended_parcels = customer.ended
    from customer_parcels customer
    where customer.country = orders.country and customer.phone = orders.customer_phone
      and orders.deleted_at is null and orders.status in ('PENDING', 'NOT_REACHABLE')`)
  await tx.execute(sql`
    insert into stale_call_days (day)
    select distinct (near.at at time zone 'UTC')::date
    from changes line, lateral (values (line.at), (line.at - interval '1 hour'), (line.at + interval '5 minutes'),
      ((line.after->>'callbackAt')::timestamptz)) as near (at)
    where line.resource = 'orders' and line.undoes is null and near.at is not null
      and line.verb in ('order.confirm', 'order.cancel', 'order.not-reachable')`)
}
