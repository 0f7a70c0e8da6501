import { type SQL, sql } from 'drizzle-orm'
import { ended, everOut, failed, inTransit, notYetOut } from '../../../domain/analytics/figures.ts'
import type { CountryCode } from '../../../domain/countries.ts'
import type { ShippingStatus } from '../../../domain/shippings/shipping-status.ts'

/** Whose orders are looked at: of one country, and of one seller where `owner` says so. */
export type CohortScope = { country: CountryCode; owner: string | null }

/** How far a parcel has come, by the column that has its status. */
export const parcelStands = (column: SQL) => {
  const is = (statuses: readonly ShippingStatus[]): SQL =>
    sql`${column} = any(${sql.param([...statuses])}::text[])`
  return {
    everOut: is(everOut),
    ended: is(ended),
    inTransit: is(inTransit),
    notYetOut: is(notYetOut),
    failed: is(failed),
    delivered: is(['DELIVERED']),
    returned: is(['RETURNED']),
    lost: is(['LOST']),
  }
}
