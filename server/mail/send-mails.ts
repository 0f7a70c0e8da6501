import { setTimeout as sleep } from 'node:timers/promises'
import { and, asc, eq, isNull, lt, lte, min, or } from 'drizzle-orm'
import { describeBug } from '../core/describe-bug.ts'
import type { ServerContext } from '../db/context.ts'
import type { Transaction } from '../db/drizzle.ts'
import { inTransaction } from '../db/in-transaction.ts'
import type { UserRow } from '../db/schema/users.ts'
import { mails, users } from '../db/schema.ts'
import { listen } from '../events/listen.ts'
import { linkLifetimes, makeLink } from './account-links.ts'
import { mailChannel } from './queue-mail.ts'
import { mailTemplates, renderMail } from './templates.ts'
import type { Letter, MailRoom } from './transport.ts'

export type MailRow = typeof mails.$inferSelect

export type ClaimedMail = {
  mail: MailRow
  user: UserRow
  /** Path of its link, with a token if needed. */
  path: string
  /** Hours for which the link works; null for unlimited. */
  hours: number | null
}

/** Milliseconds after which a dead instance's claim expires; longer than any delivery. */
const lease = 3 * 60_000

/** Claims the longest due mail that is still wanted; null for none. Commits the token before the link is sent. */
export const claimMail = async (context: ServerContext): Promise<ClaimedMail | null> => {
  for (;;) {
    const claimed = await inTransaction(context, (tx) => claimNext(tx, context.now()))
    if (claimed !== 'unwanted') return claimed
  }
}

const claimNext = async (tx: Transaction, at: Date): Promise<ClaimedMail | 'unwanted' | null> => {
  const [due] = await tx
    .select()
    .from(mails)
    .where(and(isNull(mails.sentAt), isNull(mails.failedAt), lte(mails.dueAt, at)))
    .orderBy(asc(mails.dueAt), asc(mails.id))
    .limit(1)
    .for('update', { skipLocked: true })
  if (due === undefined) return null
  // `for share` blocks a change of the address, which the token would outlive.
  const [user] = await tx.select().from(users).where(eq(users.id, due.user)).for('share')
  const template = Object.hasOwn(mailTemplates, due.template) ? mailTemplates[due.template] : null
  if (template === null) {
    // From a newer version: kept, marked as failed.
    await tx.update(mails).set({ failedAt: at }).where(eq(mails.id, due.id))
    return 'unwanted'
  }
  const { isWanted, purpose, path } = template
  if (user === undefined || user.deletedAt !== null || !isWanted(user)) {
    await tx.delete(mails).where(eq(mails.id, due.id))
    return 'unwanted'
  }
  const [mail] = await tx
    .update(mails)
    .set({ attempts: due.attempts + 1, dueAt: new Date(at.getTime() + lease) })
    .where(eq(mails.id, due.id))
    .returning()
  if (purpose === null) return { mail: mail!, user, path: path(), hours: null }
  const token = await makeLink(tx, { user: user.id, purpose, at })
  return { mail: mail!, user, path: path(token), hours: linkLifetimes[purpose] / 3_600_000 }
}

/** `stop`: start no further mail; `giveUp`: abort the current one. */
export type Until = { stop: AbortSignal; giveUp: AbortSignal }

const minute = 60_000
const hour = 60 * minute

/** Milliseconds after each failure; after the last (some 22 hours) the mail has failed. */
const pauses = [minute, 5 * minute, 15 * minute, hour, 3 * hour, 6 * hour, 12 * hour]

const longestDelivery = minute
const keptFor = 30 * 24 * hour

/** Sends all due mails sequentially; failed ones are postponed. */
export const sendMails = async (context: ServerContext, room: MailRoom, until = never()): Promise<void> => {
  while (!until.stop.aborted) {
    const claimed = await claimMail(context)
    if (claimed === null) return
    await send(context, room, claimed, until.giveUp)
  }
}

const never = (): Until => {
  const { signal } = new AbortController()
  return { stop: signal, giveUp: signal }
}

const send = async (
  context: ServerContext,
  { post, origin, log }: MailRoom,
  claimed: ClaimedMail,
  giveUp: AbortSignal,
): Promise<void> => {
  const { mail, user } = claimed
  try {
    const letter = toLetter(context.now(), origin, claimed)
    await post.deliver(letter, AbortSignal.any([giveUp, AbortSignal.timeout(longestDelivery)]))
  } catch (error) {
    const again = await postpone(context, mail)
    const reason = (error as Error).message.replaceAll(user.email, 'the recipient')
    const when = again === null ? 'and will not be tried again' : `again at ${again.toISOString()}`
    log.warn(`A mail (${mail.template}) was not sent, ${when}: ${reason}`)
    return
  }
  await context.db.update(mails).set({ sentAt: context.now() }).where(eq(mails.id, mail.id))
}

const toLetter = (at: Date, origin: string, { mail, user, path, hours }: ClaimedMail): Letter => {
  const { language, name } = user
  const link = `${origin}${path}`
  const rendered = renderMail({ template: mail.template, language, name, link, hours })
  return { ...rendered, id: mail.id, to: user.email, language, link, at }
}

/** The next attempt; null after the last. */
const postpone = async ({ db, now }: ServerContext, mail: MailRow): Promise<Date | null> => {
  const pause = pauses[mail.attempts - 1]
  const again = pause === undefined ? null : new Date(now().getTime() + pause)
  await db
    .update(mails)
    .set(again === null ? { failedAt: now() } : { dueAt: again })
    .where(eq(mails.id, mail.id))
  return again
}

/** Deletes mails sent or failed long ago. */
export const forgetMails = async ({ db, now }: ServerContext): Promise<void> => {
  const before = new Date(now().getTime() - keptFor)
  await db.delete(mails).where(or(lt(mails.sentAt, before), lt(mails.failedAt, before)))
}

const shortestWait = 1_000
/** Milliseconds between polls, in case a notification is lost. */
const longestWait = 60_000
/** Milliseconds that shutdown waits for a mail being sent. */
const longestFarewell = 5_000

/**
 * Sends mails while the process runs: on notification by any instance, and when due. `stop` resolves when none is being sent.
 */
export const keepSending = (context: ServerContext, room: MailRoom): { stop: () => Promise<void> } => {
  const stopping = new AbortController()
  const givingUp = new AbortController()
  const until = { stop: stopping.signal, giveUp: givingUp.signal }
  let wake = (): void => {}

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const woken = new Promise<void>((resolve) => {
        wake = resolve
      })
      const wait = await sendMails(context, room, until)
        .then(() => untilNextMail(context))
        .catch((error: unknown) => {
          room.log.warn(`Mails cannot be sent at the moment: ${describeBug(error).message}`)
          return longestWait
        })
      const resting = new AbortController()
      const signal = AbortSignal.any([stopping.signal, resting.signal])
      await Promise.race([woken, sleep(wait, undefined, { signal, ref: false }).catch(() => undefined)])
      resting.abort()
    }
  }

  const listening = listen(context.connectionConfig, [mailChannel], {
    onNotice: () => wake(),
    onUp: async () => wake(),
    onWarning: () => undefined,
  })
  const running = run()
  return {
    stop: async () => {
      stopping.abort()
      const timer = setTimeout(() => givingUp.abort(), longestFarewell)
      await running
      clearTimeout(timer)
      await listening.close()
    },
  }
}

const untilNextMail = async ({ db, now }: ServerContext): Promise<number> => {
  const [next] = await db
    .select({ at: min(mails.dueAt) })
    .from(mails)
    .where(and(isNull(mails.sentAt), isNull(mails.failedAt)))
  const wait = next?.at == null ? longestWait : next.at.getTime() - now().getTime()
  return Math.min(Math.max(wait, shortestWait), longestWait)
}
