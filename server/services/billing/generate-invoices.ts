import type { Actor } from '../../../domain/access/actor.ts'
import { whyNot } from '../../../domain/access/why-not.ts'
import type { ChangeReport } from '../../../domain/changes/changes.ts'
import { type CountryCode, countries, countryCodes } from '../../../domain/core/countries.ts'
import { isoWeekInterval, isoWeekOf } from '../../../domain/lib/iso-week.ts'
import { Refused } from '../../core/errors.ts'
import { changeReport } from '../../crud/change-report.ts'
import type { Batch } from '../../crud/record-changes.ts'
import type { ServerContext } from '../../db/context.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { invoiceRuns } from '../../db/schema/invoices.ts'
import { defineJob, type JobInput } from '../../jobs/define-job.ts'
import { beginJob, type NewJob } from '../../jobs/job-rows.ts'
import { type BillingPlan, billAccounts } from './bill-accounts.ts'
import { type Account, dueAccounts, type Period } from './due-parcels.ts'

/** Bills a plan in one transaction. Without an actor the server does it by itself. */
export const generateInvoices = async (
  tx: Transaction,
  actor: Actor | null,
  { accounts, periods }: Pick<BillingPlan, 'periods'> & { accounts: readonly Account[] },
  batch: Batch,
): Promise<ChangeReport> => {
  const { changed, refused } = await billAccounts(tx, actor, batch, accounts, periods)
  return changeReport(batch.id, changed, refused)
}

/** The same, one account a step. */
export const generateInvoicesJob = defineJob({
  work: 'invoices.generate',
  read: readPlan,
  step: async (tx, { actor, input: { accounts, periods }, cursor, batch }) => {
    const forbidden = actor === null ? null : whyNot(actor, 'invoice.generate')
    if (forbidden !== null) throw new Refused(forbidden)
    const at = Number(cursor ?? 0)
    const next = accounts.slice(at, at + 1)
    return {
      cursor: at + 1 < accounts.length ? String(at + 1) : null,
      done: next.length,
      report: await generateInvoices(tx, actor, { accounts: next, periods }, batch),
    }
  },
})

export const jobOf = ({ accounts, periods }: BillingPlan): NewJob => ({
  kind: 'invoice.generate',
  work: generateInvoicesJob.work,
  input: { accounts: accounts.map(({ country, owner }) => ({ country, owner })), periods },
  total: accounts.length,
})

/** Instants come back from JSON as texts. */
function readPlan(input: JobInput): { accounts: Account[]; periods: Period[] } {
  const { accounts, periods } = input as {
    accounts: Account[]
    periods: Record<keyof Period, string | null>[]
  }
  const instant = (text: string | null) => (text === null ? null : new Date(text))
  return {
    accounts,
    periods: periods.map(({ country, from, to }) => ({
      country: country as Period['country'],
      from: instant(from),
      to: instant(to),
    })),
  }
}

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
