import { count, eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { CountryCode } from '../../../domain/core/countries.ts'
import { billedStatuses } from '../../../domain/fulfillment/shipping-status.ts'
import { isOneOf } from '../../db/columns.ts'
import type { Executor, Transaction } from '../../db/drizzle.ts'
import { products } from '../../db/schema/goods.ts'
import { orders, shippings } from '../../db/schema/orders.ts'
import { zones } from '../../db/schema/zones.ts'
import { isBilled } from '../../queries/shippings.ts'

/** A seller's parcels in one country, hence one currency. */
export type Account = { country: CountryCode; owner: string }

/** Settlement period to bill; null is open. */
export type BillingPeriod = { country: CountryCode; from: Date | null; to: Date | null }

export type DueParcel = Awaited<ReturnType<typeof selectParcels>>[number]

/** Accounts with due parcels and their number, in fixed order. */
export const dueAccounts = (
  db: Executor,
  periods: readonly BillingPeriod[],
  seller: string | null,
): Promise<(Account & { parcels: number })[]> => {
  const ofSeller = seller === null ? sql`true` : sql`${shippings.owner} = ${seller}`
  return db
    .select({ country: shippings.country, owner: shippings.owner, parcels: count() })
    .from(shippings)
    .where(sql`${isDue(periods)} and ${ofSeller}`)
    .groupBy(shippings.country, shippings.owner)
    .orderBy(shippings.country, shippings.owner)
    .execute()
}

/** Due parcels of accounts, oldest first, locked until commit. */
export const holdDueParcels = async (
  tx: Transaction,
  accounts: readonly Account[],
  periods: readonly BillingPeriod[],
) => {
  // An order's lock covers its parcel; orders are locked in id order.
  const held = await tx
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(shippings, eq(shippings.order, orders.id))
    .where(sql`${isDue(periods)} and ${ofAccounts(shippings, accounts)}`)
    .orderBy(orders.id)
    .for('share', { of: orders })
  // Read again after locking, since the locking statement's snapshot is older.
  const ids = held.map(({ id }) => id)
  return selectParcels(tx, sql`${isDue(periods)} and ${isOneOf(shippings.order, ids)}`)
}

/** The same without locks. */
export const readDueParcels = (
  db: Executor,
  accounts: readonly Account[],
  periods: readonly BillingPeriod[],
): Promise<DueParcel[]> => selectParcels(db, sql`${isDue(periods)} and ${ofAccounts(shippings, accounts)}`)

const selectParcels = (db: Executor, condition: SQL) =>
  db
    .select({
      id: shippings.id,
      number: shippings.number,
      country: shippings.country,
      owner: shippings.owner,
      orderNumber: orders.number,
      productName: products.name,
      customerName: orders.customerName,
      quantity: orders.quantity,
      status: sql<(typeof billedStatuses)[number]>`${shippings.status}`,
      settledAt: sql<Date>`${shippings.settledAt}`.mapWith(shippings.settledAt),
      collected: shippings.collected,
      isRefused: shippings.isRefused,
      zone: orders.zone,
      zoneName: zones.name,
      city: orders.city,
    })
    .from(shippings)
    .innerJoin(orders, eq(orders.id, shippings.order))
    .innerJoin(products, eq(products.id, orders.product))
    .leftJoin(zones, eq(zones.id, orders.zone))
    .where(condition)
    .orderBy(shippings.settledAt, shippings.id)
    .execute()

const isDue = (periods: readonly BillingPeriod[]): SQL => sql`${shippings.status} in ${billedStatuses}
  and ${shippings.settledAt} is not null and ${shippings.deletedAt} is null
  and (${sql.join(periods.map(isIn), sql` or `)}) and not ${isBilled}`

const isIn = ({ country, from, to }: BillingPeriod): SQL =>
  sql.join(
    [
      sql`${shippings.country} = ${country}`,
      ...(from === null ? [] : [sql`${shippings.settledAt} >= ${from.toISOString()}::timestamptz`]),
      ...(to === null ? [] : [sql`${shippings.settledAt} < ${to.toISOString()}::timestamptz`]),
    ],
    sql` and `,
  )

/** Whether a parcel or invoice belongs to the accounts. */
export const ofAccounts = (
  table: { country: PgColumn; owner: PgColumn },
  accounts: readonly Account[],
): SQL => sql`(${table.country}, ${table.owner}) in (
  select * from unnest(
    ${sql.param(accounts.map(({ country }) => country))}::text[],
    ${sql.param(accounts.map(({ owner }) => owner))}::uuid[]))`
