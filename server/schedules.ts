import { lt } from 'drizzle-orm'
import { forgetDevices } from './auth/known-devices.ts'
import { forgetChallenges } from './auth/login-challenges.ts'
import { forgetSignOns } from './auth/oidc/sign-ons.ts'
import { forgetPasskeyChallenges } from './auth/passkeys.ts'
import { forgetAttempts } from './auth/rate-limit.ts'
import { forgetUnconfirmedFactors } from './auth/second-factor.ts'
import { type BackupSchedule, takeDueBackup } from './backup/scheduled-backups.ts'
import { describeBug } from './core/describe-bug.ts'
import { gatherTallies } from './crud/list-counts.ts'
import type { ServerContext } from './db/context.ts'
import { idempotencyKeys, sessions } from './db/schema.ts'
import { forgetEvents } from './events/read-events.ts'
import { keptFor } from './http/write.ts'
import { forgetImages } from './images/forget-images.ts'
import { forgetJobs } from './jobs/end-job.ts'
import { forgetLinks } from './mail/account-links.ts'
import { forgetMails } from './mail/send-mails.ts'
import { forgetSignUps } from './modules/accounts/forget-sign-ups.ts'
import { remindOfSellers } from './modules/accounts/remind-of-sellers.ts'
import { sumUpDays } from './modules/analytics/days.ts'
import { sumUpCallDays } from './modules/callers/call-days.ts'
import { rebuildEntries } from './resources/rebuild-entries.ts'
import { findAgain } from './resources/registry.ts'
import { billEndedWeeks } from './services/billing/generate-invoices.ts'
import { askShops } from './services/intake/ask-shops.ts'
import { forgetContents } from './services/intake/forget-contents.ts'
import { applyRetention } from './services/personal/retention.ts'
import { forgetDeliveries } from './services/webhooks/delivery-runner.ts'

const between = 5 * 60_000

/** Checks every few minutes for ended weeks to bill. Safe on several instances. */
export const keepBilling = (
  context: ServerContext,
  log: { warn: (message: string) => void },
): (() => void) => {
  const run = () => {
    billEndedWeeks(context).catch((error: unknown) =>
      log.warn(`Ended weeks were not billed, again in some minutes: ${causesOf(error)}`),
    )
  }
  run()
  const timer = setInterval(run, between)
  timer.unref()
  return () => clearInterval(timer)
}

/** Messages of an error and its parts, without statements, which contain values. */
const causesOf = (error: unknown): string =>
  (error instanceof AggregateError ? error.errors : [error])
    .map((each: unknown) => describeBug(each).message)
    .join('; ')

/** Checks every few minutes for sellers who wait for activation. Safe on several instances. */
export const keepReminding = (
  context: ServerContext,
  log: { warn: (message: string) => void },
): (() => void) => {
  const timer = setInterval(() => {
    remindOfSellers(context).catch((error: unknown) =>
      log.warn(`Administrators were not told of waiting sellers, again in some minutes: ${causesOf(error)}`),
    )
  }, between)
  timer.unref()
  return () => clearInterval(timer)
}

/** Asks shops every minute, each in its turn. Safe on several instances. `onEvents`: some were stored. */
export const keepAsking = (context: ServerContext, log: Warn, onEvents: () => void): Repeated =>
  repeat(async () => {
    await askShops(context)
      .then((count) => count > 0 && onEvents())
      .catch((error: unknown) => log.warn(`Shops were not asked, again in a minute: ${causesOf(error)}`))
    return minute
  })

const hour = 3_600_000
const sessionsKeptFor = 7 * 24 * hour

/**
 * Deletes expired rows: answers, events, attempts, unconfirmed sign-ups, sessions, devices, links, mails, jobs with files,
 * unused pictures, contents of shops' events. Safe on several instances. @throws AggregateError of failed parts; others are done
 */
export const clean = async (context: ServerContext): Promise<void> => {
  const failures: unknown[] = []
  for (const forget of forgetting) {
    await forget(context).catch((error: unknown) => {
      failures.push(error)
    })
  }
  if (failures.length > 0) throw new AggregateError(failures, 'some of it was not removed')
}

const before = ({ now }: ServerContext, milliseconds: number) => new Date(now().getTime() - milliseconds)

/** Independent of each other's failures. */
const forgetting: readonly ((context: ServerContext) => Promise<unknown>)[] = [
  async (context) =>
    context.db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, before(context, keptFor))),
  async (context) =>
    context.db.delete(sessions).where(lt(sessions.expiresAt, before(context, sessionsKeptFor))),
  forgetAttempts,
  forgetChallenges,
  forgetUnconfirmedFactors,
  forgetSignOns,
  forgetPasskeyChallenges,
  forgetSignUps,
  forgetLinks,
  forgetMails,
  forgetEvents,
  forgetDevices,
  forgetJobs,
  forgetImages,
  forgetContents,
  forgetDeliveries,
]

/** Runs `clean` hourly. Safe on several instances. */
export const keepClean = (context: ServerContext, log: { warn: (message: string) => void }): (() => void) => {
  const run = () => {
    clean(context).catch((error: unknown) =>
      log.warn(`Cleaning failed in part, again in an hour: ${causesOf(error)}`),
    )
  }
  run()
  const timer = setInterval(run, hour)
  timer.unref()
  return () => clearInterval(timer)
}

type Warn = { warn: (message: string) => void }

/** Milliseconds: maximum age of days that the dashboard sums up itself. */
const pause = 15_000

/** Sums up changed days every few seconds. Safe on several instances. */
export const keepSummed = ({ db }: ServerContext, log: Warn): Repeated =>
  repeat(async (isStopped) => {
    await sumUpCallDays(db, isStopped).catch((error: unknown) =>
      log.warn(`Days of calls were not summed up, again in a moment: ${causesOf(error)}`),
    )
    await sumUpDays(db, isStopped).catch((error: unknown) =>
      log.warn(`Days were not summed up, again in a moment: ${causesOf(error)}`),
    )
    return pause
  })

const minute = 60_000

/** Rebuilds old search entries once after an update; retries a minute after a failure. */
export const keepFindable = (
  context: ServerContext,
  log: Warn & { info: (message: string) => void },
): Repeated =>
  repeat(async (isStopped) => {
    try {
      const count = await rebuildEntries(context, isStopped)
      if (count > 0) log.info(`Search entries of ${count} records are up to date.`)
      return null
    } catch (error) {
      log.warn(`Search entries were not written anew, again in a minute: ${causesOf(error)}`)
      return minute
    }
  })

/** Takes a backup when one is due; a failure is tried again in some minutes. Safe on several instances. */
export const keepBackedUp = (
  context: ServerContext,
  schedule: BackupSchedule,
  log: Warn & { info: (message: string) => void },
): Repeated =>
  repeat(async () => {
    try {
      const name = await takeDueBackup(context, schedule)
      if (name !== null) log.info(`The backup ${name} is in ${schedule.place.called}.`)
      return minute
    } catch (error) {
      log.warn(`No backup was taken, again in some minutes: ${causesOf(error)}`)
      return between
    }
  })

const dayLength = 24 * hour

/** Erases customers daily by the retention of their countries, and those whom a restored backup brought back. */
export const keepForgetting = (
  context: ServerContext,
  log: Warn & { info: (message: string) => void },
): Repeated =>
  repeat(async (isStopped) => {
    try {
      const { erased } = await applyRetention(context, { dryRun: false, findAgain, isStopped })
      if (erased > 0) log.info(`${erased} customers were erased by the retention of their countries.`)
      return dayLength
    } catch (error) {
      log.warn(`Customers were not erased by the retention, again in an hour: ${causesOf(error)}`)
      return hour
    }
  })

type Repeated = { stop: () => Promise<void> }

/**
 * Runs repeatedly; each run returns the milliseconds until the next, null to end. Runs must not reject. `stop` waits for the
 * current run.
 */
const repeat = (run: (isStopped: () => boolean) => Promise<number | null>): Repeated => {
  let isStopped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const runAgain = async (): Promise<void> => {
    const wait = await run(() => isStopped)
    if (isStopped || wait === null) return
    timer = setTimeout(() => {
      running = runAgain()
    }, wait)
    timer.unref()
  }
  let running = runAgain()
  return {
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}

/** Merges tallies every minute. Safe on several instances. */
export const keepTallied = (
  { db }: ServerContext,
  log: { warn: (message: string) => void },
): (() => void) => {
  const run = () => {
    gatherTallies(db).catch((error: unknown) =>
      log.warn(`Counts were not added up, again in a minute: ${causesOf(error)}`),
    )
  }
  run()
  const timer = setInterval(run, minute)
  timer.unref()
  return () => clearInterval(timer)
}
