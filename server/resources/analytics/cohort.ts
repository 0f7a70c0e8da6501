import { type SQL, sql } from 'drizzle-orm'
import { ended, everOut, failed, inTransit, notYetOut } from '../../../domain/analytics/figures.ts'
import type { CountryCode } from '../../../domain/countries.ts'
import { tariffs } from '../../../domain/invoices/fees.ts'
import type { ShippingStatus } from '../../../domain/shippings/shipping-status.ts'
import type { Period } from './period.ts'

/** Whose orders are looked at: of one country, and of one seller where `owner` says so. */
export type CohortScope = { country: CountryCode; owner: string | null }

const is = (statuses: readonly ShippingStatus[]): SQL =>
  sql`parcel.status = any(${sql.param([...statuses])}::text[])`

export const parcelIs = {
  everOut: is(everOut),
  ended: is(ended),
  inTransit: is(inTransit),
  notYetOut: is(notYetOut),
  failed: is(failed),
  delivered: is(['DELIVERED']),
  returned: is(['RETURNED']),
  lost: is(['LOST']),
}

/** Orders of the period with their parcel; `previous` takes the period before along. */
export const cohortSql = (
  { country, owner }: CohortScope,
  { previousFrom, from, to }: Period,
  options: { previous?: boolean } = {},
): SQL => {
  const start = options.previous ? previousFrom : from
  const ofOwner = owner === null ? sql`true` : sql`orders.owner = ${owner}`
  return sql`
    from orders left join shippings parcel on parcel."order" = orders.id and parcel.deleted_at is null
    where orders.country = ${country} and ${ofOwner} and orders.deleted_at is null
      and orders.created_at >= ${start.toISOString()}::timestamptz
      and orders.created_at < ${to.toISOString()}::timestamptz`
}

/** What a parcel costs its seller: as it was billed, else by the tariff. */
export const feeSql = (country: CountryCode): SQL => {
  const { delivery, returned, upsell } = tariffs[country]
  return sql`coalesce(
    (select line.shipping_fee + line.upsell_fee from invoice_lines line where line.shipping = parcel.id),
    case parcel.status
      when 'DELIVERED' then ${delivery}::numeric + (orders.quantity - 1) * ${upsell}::numeric
      when 'RETURNED' then ${returned}::numeric else 0 end)`
}

/** Whether the cash of a parcel has been paid out to its seller. */
export const isPaidOut: SQL = sql`exists (
  select 1 from invoice_lines line join invoices on invoices.id = line.invoice
  where line.shipping = parcel.id and invoices.status = 'PAID')`
