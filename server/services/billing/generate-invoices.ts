import { and, eq, lt, type SQL } from 'drizzle-orm'
import { whyNot } from '../../../domain/access/why-not.ts'
import { type CountryCode, countries, countryCodes } from '../../../domain/core/countries.ts'
import { isoWeekInterval, isoWeekOf } from '../../../domain/lib/iso-week.ts'
import { Refused } from '../../core/errors.ts'
import type { ServerContext } from '../../db/context.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { invoiceRuns } from '../../db/schema/invoices.ts'
import { jobs } from '../../db/schema/user-work.ts'
import { defineJob, type JobInput } from '../../jobs/define-job.ts'
import { beginJob, type NewJob } from '../../jobs/job-rows.ts'
import { type BillingPlan, billAccounts } from './bill-accounts.ts'
import { type Account, type BillingPeriod, dueAccounts } from './due-parcels.ts'

/** Billing job, one account a step. Without an actor: the server itself. */
export const generateInvoicesJob = defineJob({
  work: 'invoices.generate',
  read: readPlan,
  step: async (tx, { actor, input: { accounts, periods }, cursor, batch, onFault }) => {
    const forbidden = actor === null ? null : whyNot(actor, 'invoice.generate')
    if (forbidden !== null) throw new Refused(forbidden)
    const at = Number(cursor ?? 0)
    const next = accounts.slice(at, at + 1)
    return {
      cursor: at + 1 < accounts.length ? String(at + 1) : null,
      done: next.length,
      report: await billAccounts(tx, actor, batch, { accounts: next, periods }, onFault),
    }
  },
})

export const jobOf = ({ accounts, periods }: BillingPlan): NewJob => ({
  kind: 'invoice.generate',
  work: generateInvoicesJob.work,
  input: { accounts: accounts.map(({ country, owner }) => ({ country, owner })), periods },
  total: accounts.length,
})

/** Instants are text in JSON. */
function readPlan(input: JobInput): { accounts: Account[]; periods: BillingPeriod[] } {
  const { accounts, periods } = input as {
    accounts: Account[]
    periods: Record<keyof BillingPeriod, string | null>[]
  }
  const instant = (text: string | null) => (text === null ? null : new Date(text))
  return {
    accounts,
    periods: periods.map(({ country, from, to }) => ({
      country: country as BillingPeriod['country'],
      from: instant(from),
      to: instant(to),
    })),
  }
}

/** Milliseconds before a failed weekly job is run again; the next week includes everything due. */
const FAILED_AGAIN_MS = 6 * 3_600_000

/**
 * Starts, per country, the billing job of ended weeks not billed yet. Once per country and week, whichever instance is first,
 * and again after a failure. An undone billing is not repeated before the next week. @throws AggregateError of failed
 * countries; others have started
 */
export const billEndedWeeks = async (context: Pick<ServerContext, 'db' | 'now'>): Promise<void> => {
  const failures: unknown[] = []
  for (const country of countryCodes) {
    await inTransaction(context, (tx) => billEndedWeek(tx, context, country)).catch((error: unknown) => {
      failures.push(error)
    })
  }
  if (failures.length > 0) throw new AggregateError(failures, 'weeks of some countries were not billed')
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
  const ofWeek = and(eq(invoiceRuns.country, country), eq(invoiceRuns.week, week))
  const mine = await tx.insert(invoiceRuns).values({ country, week, at }).onConflictDoNothing().returning()
  if (mine.length === 0 && !(await holdFailedRun(tx, ofWeek, at))) return
  const periods = [{ country, from: null, to }]
  const accounts = await dueAccounts(tx, periods, null)
  const job = accounts.length === 0 ? null : await beginJob(tx, context, null, jobOf({ accounts, periods }))
  await tx
    .update(invoiceRuns)
    .set({ job: job?.id ?? null })
    .where(ofWeek)
}

/** Whether the week's job failed some time ago; locks its row. */
const holdFailedRun = async (tx: Transaction, ofWeek: SQL | undefined, at: Date): Promise<boolean> => {
  const failed = await tx
    .select({ job: invoiceRuns.job })
    .from(invoiceRuns)
    .innerJoin(jobs, eq(jobs.id, invoiceRuns.job))
    .where(
      and(ofWeek, eq(jobs.status, 'FAILED'), lt(jobs.finishedAt, new Date(at.getTime() - FAILED_AGAIN_MS))),
    )
    .for('update', { of: invoiceRuns, skipLocked: true })
  return failed.length > 0
}
