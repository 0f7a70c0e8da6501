import { sql } from 'drizzle-orm'
import { countries, countryCodes } from '../../domain/countries.ts'
import { isoWeekInterval, isoWeekOf } from '../../domain/lib/iso-week.ts'
import type { Transaction } from '../db/drizzle.ts'
import { invoiceRuns } from '../db/schema.ts'
import { billAccounts } from '../services/billing/bill-accounts.ts'
import { dueAccounts } from '../services/billing/due-parcels.ts'
import { moveInvoices } from '../services/billing/move-invoices.ts'
import { historyDays } from './demo-company.ts'
import { idAt } from './id-at.ts'
import type { Staff } from './make-staff.ts'
import type { Random } from './random.ts'

const day = 86_400_000
const hour = 3_600_000
/** Invoices are paid some days after they were made, and a few are forgotten. */
const paidAfter = 5 * day
const forgotten = 0.06

/**
 * Bills the weeks that have ended, one after the other, as the weekly job would have on each Monday, and pays what was
 * billed long enough ago. The job goes on after the last of them.
 */
export const billHistory = async (
  tx: Transaction,
  random: Random,
  { now, staff }: { now: Date; staff: Staff },
): Promise<void> => {
  const mostWeeks = Math.ceil(historyDays / 7) + 1
  for (let weeksAgo = mostWeeks; weeksAgo > 0; weeksAgo--) {
    const weekAt = new Date(now.getTime() - weeksAgo * 7 * day)
    // What was settled before the first of these weeks is billed with it; of each later one there is only itself to bill.
    const isFirst = weeksAgo === mostWeeks
    const periods = countryCodes.map((country) => {
      const { timeZone } = countries[country]
      const { from, to } = isoWeekInterval(isoWeekOf(weekAt, timeZone), timeZone)
      return { country, from: isFirst ? null : from, to }
    })
    const madeAt = new Date(
      Math.min(now.getTime(), Math.max(...periods.map(({ to }) => to.getTime())) + 6 * hour),
    )
    const accounts = await dueAccounts(tx, periods, null)
    const { changed } = await billAccounts(tx, null, batchAt(random, madeAt), accounts, periods)
    const paid = changed.filter(() => !random.chance(forgotten)).map(({ id }) => id)
    const paidAt = new Date(madeAt.getTime() + paidAfter)
    if (paidAt < now && paid.length > 0) {
      const batch = batchAt(random, paidAt)
      await moveInvoices(tx, staff.admins[0]!, { ids: paid }, 'PAID', { batch, dryRun: false })
    }
  }
  await tx.insert(invoiceRuns).values(
    countryCodes.map((country) => {
      const { timeZone } = countries[country]
      const { from } = isoWeekInterval(isoWeekOf(now, timeZone), timeZone)
      return { country, week: isoWeekOf(new Date(from.getTime() - 1), timeZone), at: now }
    }),
  )
  // Nobody listens yet: whoever opens the console reads the lists as they stand.
  await tx.execute(sql`delete from events`)
}

const batchAt = (random: Random, at: Date) => ({ id: idAt(random, at.getTime()), at })
