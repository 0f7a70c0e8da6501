import { sql } from 'drizzle-orm'
import type { SellerAffairs } from '../../../domain/analytics/analytics.ts'
import { countries } from '../../../domain/core/countries.ts'
import { isoWeekInterval, isoWeekOf } from '../../../domain/lib/iso-week.ts'
import type { Executor } from '../../db/drizzle.ts'
import { orderNeedConditions } from '../../queries/orders.ts'
import { readOwedInvoices } from '../../queries/payouts.ts'
import { previewBilling } from '../../services/billing/bill-accounts.ts'
import { type Account, dueAccounts } from '../../services/billing/due-parcels.ts'

/** What concerns a seller now, whatever the period of the figures. */
export const readSellerAffairs = async (
  db: Executor,
  account: Account,
  now: Date,
): Promise<SellerAffairs> => {
  const [owed, coming, needs, lastImport] = await Promise.all([
    readOwedInvoices(db, account),
    readComing(db, account, now),
    readNeeds(db, account),
    readLastImport(db, account),
  ])
  return { owed, coming, needs, lastImport }
}

/** The next billing includes everything that is due by then. */
const readComing = async (
  db: Executor,
  { country, owner }: Account,
  now: Date,
): Promise<SellerAffairs['coming']> => {
  const { timeZone } = countries[country]
  const periods = [{ country, from: null, to: null }]
  const accounts = await dueAccounts(db, periods, owner)
  const { parcels, totalWithFees } = await previewBilling(db, { accounts, periods }, now)
  const { to } = isoWeekInterval(isoWeekOf(now, timeZone), timeZone)
  return {
    parcels,
    total: totalWithFees,
    billedOn: new Intl.DateTimeFormat('en-CA', { timeZone }).format(to),
  }
}

const needWhere = {
  notReachable: { status: 'NOT_REACHABLE' },
  wrongNumber: { needs: 'wrong-number' },
  outOfStock: { needs: 'out-of-stock' },
  noGoods: { needs: 'no-goods' },
} as const

const readNeeds = async (db: Executor, { country, owner }: Account): Promise<SellerAffairs['needs']> => {
  const is = orderNeedConditions
  const { rows } = await db.execute<Record<keyof typeof needWhere, string>>(sql`
    select count(*) filter (where orders.status = 'NOT_REACHABLE') as "notReachable",
      count(*) filter (where ${is['wrong-number']}) as "wrongNumber",
      count(*) filter (where ${is['out-of-stock']}) as "outOfStock",
      count(*) filter (where ${is['no-goods']}) as "noGoods"
    from orders where orders.owner = ${owner} and orders.country = ${country} and orders.deleted_at is null
      and orders.status <> 'CONFIRMED'`)
  return Object.entries(needWhere).map(([name, where]) => ({
    name: name as keyof typeof needWhere,
    count: Number(rows[0]![name as keyof typeof needWhere]),
    where,
  }))
}

type ImportRow = { at: Date } & Record<
  'rows' | 'orders' | 'pending' | 'notReachable' | 'cancelled' | 'confirmed' | 'delivered',
  string
>

/** The newest with orders left: one that was undone is none. Its orders are those of its history. */
const readLastImport = async (
  db: Executor,
  { country, owner }: Account,
): Promise<SellerAffairs['lastImport']> => {
  const { rows } = await db.execute<ImportRow>(sql`
    with file as (
      select batch_id, created_at, row_count from imports
      where owner = ${owner} and country = ${country}
        and exists (select 1 from changes join orders on orders.id = changes.record_id
          where changes.batch_id = imports.batch_id and orders.deleted_at is null)
      order by created_at desc limit 1)
    select min(file.created_at) as at, min(file.row_count) as rows, count(*) as orders,
      count(*) filter (where orders.status = 'PENDING') as pending,
      count(*) filter (where orders.status = 'NOT_REACHABLE') as "notReachable",
      count(*) filter (where orders.status = 'CANCELLED') as cancelled,
      count(*) filter (where orders.status = 'CONFIRMED') as confirmed,
      count(*) filter (where parcel.status = 'DELIVERED') as delivered
    from file join changes on changes.batch_id = file.batch_id
      join orders on orders.id = changes.record_id and orders.deleted_at is null
      left join shippings parcel on parcel."order" = orders.id and parcel.deleted_at is null
    having count(*) > 0`)
  const [row] = rows
  if (row === undefined) return null
  const { at, ...counts } = row
  return {
    at: new Date(at).toISOString(),
    ...(Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, Number(count)])) as Record<
      keyof typeof counts,
      number
    >),
  }
}
