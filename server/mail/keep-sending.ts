import { setTimeout as sleep } from 'node:timers/promises'
import { and, isNull, min } from 'drizzle-orm'
import type { ServerContext } from '../context.ts'
import { mails } from '../db/schema.ts'
import { listen } from '../events/listen.ts'
import { describeBug } from '../http/describe-bug.ts'
import { mailChannel } from './queue-mail.ts'
import { type MailRoom, sendMails } from './send-mails.ts'

const shortestWait = 1_000
/** Also what a notice that was never heard costs. */
const longestWait = 60_000
/** How long a mail that is under way may hold up the end. */
const longestFarewell = 5_000

/**
 * Sends mails for as long as the process lives: at once when one is queued, by any instance, and again when one is
 * due. `stop` resolves once nothing is under way any more.
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
