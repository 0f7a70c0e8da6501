import { type CountryCode, countries, countryCodes } from '../../../domain/core/countries.ts'
import { isoWeekInterval, isoWeekOf } from '../../../domain/lib/iso-week.ts'
import type { ServerContext } from '../../db/context.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { invoiceRuns } from '../../db/schema/invoices.ts'
import { beginJob } from '../../jobs/begin-job.ts'
import { dueAccounts } from './due-parcels.ts'
import { jobOf } from './generate-invoices.ts'

/**
 * Begins, for each country whose week has ended and was not billed yet, the job that bills all that is due of the weeks
 * before the running one. Once a country and week, whichever instance looks first: an undone billing is not done again
 * before the next week's, unless somebody asks for it.
 */
export const billEndedWeeks = async (context: Pick<ServerContext, 'db' | 'now'>): Promise<void> => {
  for (const country of countryCodes)
    await inTransaction(context, (tx) => billEndedWeek(tx, context, country))
}

const billEndedWeek = async (
  tx: Transaction,
  context: Pick<ServerContext, 'now'>,
  country: CountryCode,
): Promise<void> => {
  const { timeZone } = countries[country]
  const at = context.now()
  const { from: to } = isoWeekInterval(isoWeekOf(at, timeZone), timeZone)
  const week = isoWeekOf(new Date(to.getTime() - 1), timeZone)
  const mine = await tx.insert(invoiceRuns).values({ country, week, at }).onConflictDoNothing().returning()
  if (mine.length === 0) return
  const periods = [{ country, from: null, to }]
  const accounts = await dueAccounts(tx, periods, null)
  if (accounts.length > 0) await beginJob(tx, context, null, jobOf({ accounts, periods }))
}
