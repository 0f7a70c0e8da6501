import { lt } from 'drizzle-orm'
import { forgetAttempts } from './attempts.ts'
import type { ServerContext } from './context.ts'
import { idempotencyKeys, sessions } from './db/schema.ts'
import { forgetEvents } from './events/read-events.ts'
import { forgetJobs } from './jobs/forget-jobs.ts'
import { forgetMails } from './mail/send-mails.ts'
import { keptFor } from './http/write.ts'
import { forgetLinks } from './modules/accounts/account-links.ts'
import { forgetDevices } from './modules/sessions/known-devices.ts'

const hour = 3_600_000
const sessionsKeptFor = 7 * 24 * hour

/**
 * Removes what has served its time: kept answers, events, counted attempts, dead sessions, devices and links, mails that are
 * long gone, ended jobs and their files.
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
