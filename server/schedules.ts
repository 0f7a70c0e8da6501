import { lt } from 'drizzle-orm'
import { forgetAttempts } from './auth/rate-limit.ts'
import { gatherTallies } from './crud/list-counts.ts'
import type { ServerContext } from './db/context.ts'
import { idempotencyKeys, sessions } from './db/schema.ts'
import { forgetEvents } from './events/read-events.ts'
import { keptFor } from './http/write.ts'
import { forgetImages } from './images/forget-images.ts'
import { forgetJobs } from './jobs/end-job.ts'
import { forgetLinks } from './mail/account-links.ts'
import { forgetMails } from './mail/send-mails.ts'
import { sumUpDays } from './modules/analytics/days.ts'
import { forgetDevices } from './modules/sessions/known-devices.ts'
import { billEndedWeeks } from './services/billing/generate-invoices.ts'

const between = 5 * 60_000

/** Looks now and every few minutes whether a country's week has ended and is to be billed; several instances share it. */
export const keepBilling = (
  context: ServerContext,
  log: { warn: (message: string) => void },
): (() => void) => {
  const run = () => {
    billEndedWeeks(context).catch((error: Error) =>
      log.warn(`Ended weeks were not billed, again in some minutes: ${error.message}`),
    )
  }
  run()
  const timer = setInterval(run, between)
  timer.unref()
  return () => clearInterval(timer)
}

const hour = 3_600_000
const sessionsKeptFor = 7 * 24 * hour

/**
 * Removes what has served its time: kept answers, events, counted attempts, dead sessions, devices and links, mails that are
 * long gone, ended jobs and their files, pictures that no record has.
 */
export const clean = async (context: ServerContext): Promise<void> => {
  const before = (milliseconds: number) => new Date(context.now().getTime() - milliseconds)
  await context.db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, before(keptFor)))
  await context.db.delete(sessions).where(lt(sessions.expiresAt, before(sessionsKeptFor)))
  await forgetAttempts(context)
  await forgetLinks(context)
  await forgetMails(context)
  await forgetEvents(context)
  await forgetDevices(context)
  await forgetJobs(context)
  await forgetImages(context)
}

/** Cleans now and every hour; several instances on one database only find less to do. */
export const keepClean = (context: ServerContext, log: { warn: (message: string) => void }): (() => void) => {
  const run = () => {
    clean(context).catch((error: Error) => log.warn(`Cleaning failed, again in an hour: ${error.message}`))
  }
  run()
  const timer = setInterval(run, hour)
  timer.unref()
  return () => clearInterval(timer)
}

/** As old as what the dashboard reads from its orders gets: a day of these costs it some milliseconds. */
const pause = 15_000

/** Sums up the days whose orders have changed, now and every few seconds; several instances only find less to do. */
export const keepSummed = (
  { db }: ServerContext,
  log: { warn: (message: string) => void },
): { stop: () => Promise<void> } => {
  let isStopped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const run = async (): Promise<void> => {
    await sumUpDays(db, () => isStopped).catch((error: Error) =>
      log.warn(`Days were not summed up, again in a moment: ${error.message}`),
    )
    if (isStopped) return
    timer = setTimeout(() => {
      running = run()
    }, pause)
    timer.unref()
  }
  let running = run()
  return {
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}

const minute = 60_000

/** Adds up what writers have counted, now and every minute; several instances on one database only find less to do. */
export const keepTallied = (
  { db }: ServerContext,
  log: { warn: (message: string) => void },
): (() => void) => {
  const run = () => {
    gatherTallies(db).catch((error: Error) =>
      log.warn(`Counts were not added up, again in a minute: ${error.message}`),
    )
  }
  run()
  const timer = setInterval(run, minute)
  timer.unref()
  return () => clearInterval(timer)
}
