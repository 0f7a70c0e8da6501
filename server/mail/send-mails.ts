import { eq, lt, or } from 'drizzle-orm'
import type { ServerContext } from '../context.ts'
import { mails } from '../db/schema.ts'
import { type ClaimedMail, claimMail, type MailRow } from './claim-mail.ts'
import type { Letter, Post } from './post.ts'
import { renderMail } from './render-mail.ts'

/** What mails are sent with. `origin` is the only one that links are built from, without a slash at its end. */
export type MailRoom = { post: Post; origin: string; log: { warn: (message: string) => void } }

/** `stop`: begin no other mail; `giveUp`: leave the one that is under way. */
export type Until = { stop: AbortSignal; giveUp: AbortSignal }

const minute = 60_000
const hour = 60 * minute

/** How long to wait after each failed try, in milliseconds; after one more, some 22 hours on, the mail has failed. */
const pauses = [minute, 5 * minute, 15 * minute, hour, 3 * hour, 6 * hour, 12 * hour]

const longestDelivery = minute
const keptFor = 30 * 24 * hour

/** Sends every mail that is due, one after the other. What fails is due again later. */
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

/** When it is tried again; null when that was the last time. */
const postpone = async ({ db, now }: ServerContext, mail: MailRow): Promise<Date | null> => {
  const pause = pauses[mail.attempts - 1]
  const again = pause === undefined ? null : new Date(now().getTime() + pause)
  await db
    .update(mails)
    .set(again === null ? { failedAt: now() } : { dueAt: again })
    .where(eq(mails.id, mail.id))
  return again
}

/** Removes what has been sent, or has failed, long ago. */
export const forgetMails = async ({ db, now }: ServerContext): Promise<void> => {
  const before = new Date(now().getTime() - keptFor)
  await db.delete(mails).where(or(lt(mails.sentAt, before), lt(mails.failedAt, before)))
}
