import { countries, countryCodes } from '../../../domain/countries.ts'
import type { InvoiceGenerateInput } from '../../../domain/invoices/invoice.ts'
import { isoWeekInterval } from '../../../domain/lib/iso-week.ts'
import { users } from '../../db/schema/users.ts'
import { Refused } from '../../refused.ts'
import type { Executor } from '../../crud/executor.ts'
import { isOneOf } from '../../crud/where-sql.ts'
import { type Account, dueAccounts, type Period } from './due-parcels.ts'

/** Whose parcels are to be billed, and of which time. What falls due once it is made is not in it. */
export type BillingPlan = { accounts: (Account & { parcels: number })[]; periods: Period[] }

/** What a call asks for: everything that is due up to now, the running week too, unless it names a week. */
export const planBilling = async (
  db: Executor,
  { country, seller, week }: InvoiceGenerateInput,
): Promise<BillingPlan> => {
  if (seller) await demandSeller(db, seller)
  const periods = (country ? [country] : countryCodes).map((code) => ({
    country: code,
    ...(week ? isoWeekInterval(week, countries[code].timeZone) : { from: null, to: null }),
  }))
  return { accounts: await dueAccounts(db, periods, seller ?? null), periods }
}

export const countParcels = ({ accounts }: BillingPlan): number =>
  accounts.reduce((total, { parcels }) => total + parcels, 0)

/** Whoever was one: what they are owed is billed though they were deleted or became something else. */
const demandSeller = async (db: Executor, seller: string): Promise<void> => {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(isOneOf(users.id, [seller]))
  if (rows.length === 0) {
    throw new Refused('OWNER_NOT_FOUND', { errors: [{ path: 'seller', code: 'OWNER_NOT_FOUND' }] })
  }
}
