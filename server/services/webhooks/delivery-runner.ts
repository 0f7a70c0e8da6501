import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { WebhookData } from '../../../domain/webhooks/webhook-events.ts'
import { webhookBody } from '../../../domain/webhooks/webhook-events.ts'
import { describeBug } from '../../core/describe-bug.ts'
import type { ServerContext } from '../../db/context.ts'
import { deliveries } from '../../db/schema/webhooks.ts'
import { recordEvent } from '../../events/read-events.ts'
import { strictRules } from '../../outbound/address-rules.ts'
import { guardedFetch } from '../../outbound/guarded-fetch.ts'
import { type ClaimedDelivery, claimDeliveries } from './claim-deliveries.ts'
import { type AttemptAnswer, releaseDelivery, settleDelivery } from './settle-delivery.ts'
import { signedHeaders } from './sign-event.ts'

type DeliveryLog = { warn: (message: string) => void }

/** Sends the deliveries of all webhooks; instances share them. */
export type DeliveryRunner = {
  start: () => void
  /** Something may be due. */
  wake: () => void
  /** Lets calls end for a moment, then gives them back. */
  stop: () => Promise<void>
}

/** Milliseconds between looks for what is due. */
const BEAT_MS = 1_000
/** Calls at once. They wait for receivers, so many cost little. */
const MAX_AT_ONCE = 200
/** Standard Webhooks 1.0: a receiver has fifteen seconds. */
const TIMEOUT_MS = 15_000
/** Of an answer: it is shown, never used. */
const MAX_ANSWER_BYTES = 2_048
/** Characters of it that are stored. */
const MAX_ANSWER_TEXT = 500
/** Milliseconds that calls under way have at the end of the process. */
const FAREWELL_MS = 2_000

export const createDeliveryRunner = (context: ServerContext, log: DeliveryLog): DeliveryRunner => {
  const running = new Set<Promise<void>>()
  /** Settled since the last beat, by owner, for the lists that show them. */
  const settled = new Map<string, ClaimedDelivery[]>()
  const givingUp = new AbortController()
  let isStopping = false
  let isWoken = false
  let looking: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined

  const deliver = async (delivery: ClaimedDelivery): Promise<void> => {
    try {
      const answer = await send(context, delivery, givingUp.signal)
      if (answer === null) return await releaseDelivery(context, delivery)
      await settleDelivery(context, delivery, answer)
      settled.set(delivery.owner, [...(settled.get(delivery.owner) ?? []), delivery])
    } catch (error) {
      // Its claim ends by itself.
      log.warn(`A delivery of a webhook waits: ${describeBug(error).message}`)
    }
  }

  const look = async (): Promise<void> => {
    while (isWoken && !isStopping) {
      isWoken = false
      const room = MAX_AT_ONCE - running.size
      if (room <= 0) return
      const { claimed, isMore } = await claimDeliveries(context, room)
      for (const delivery of claimed) {
        const work: Promise<void> = deliver(delivery).finally(() => {
          running.delete(work)
          wake()
        })
        running.add(work)
      }
      if (isMore) isWoken = true
    }
  }

  const wake = (): void => {
    isWoken = true
    if (isStopping) return
    looking ??= look()
      .catch((error: unknown) => log.warn(`Deliveries of webhooks wait: ${describeBug(error).message}`))
      .finally(() => {
        looking = null
      })
  }

  /** One event a second for each owner, however many deliveries. */
  const announce = async (): Promise<void> => {
    const told = [...settled]
    settled.clear()
    for (const [owner, done] of told) {
      await context.db
        .transaction((tx) =>
          recordEvent(tx, {
            resource: 'deliveries',
            verb: 'webhook-delivery.replay',
            country: null,
            owners: [owner],
            ids: done.map(({ id }) => id),
            actor: null,
          }),
        )
        .catch((error: unknown) => log.warn(`Deliveries are shown later: ${describeBug(error).message}`))
    }
  }

  let announcing: Promise<void> = Promise.resolve()

  return {
    start: () => {
      timer = setInterval(() => {
        wake()
        announcing = announcing.then(announce)
      }, BEAT_MS)
      timer.unref()
    },
    wake,
    stop: async () => {
      isStopping = true
      clearInterval(timer)
      await looking
      const farewell = new AbortController()
      const { signal } = farewell
      await Promise.race([
        Promise.all(running),
        sleep(FAREWELL_MS, undefined, { ref: false, signal }).catch(() => undefined),
      ])
      farewell.abort()
      givingUp.abort()
      await Promise.all(running)
      await announcing
      await announce()
    },
  }
}

/** The receiver's answer; null if the process ended meanwhile. */
const send = async (
  context: ServerContext,
  { id, event, data, at, url, secrets }: ClaimedDelivery,
  signal: AbortSignal,
): Promise<AttemptAnswer | null> => {
  const none = { status: null, retryAfter: null, text: null }
  if (secrets.length === 0) return { ...none, failure: 'SECRET_UNREADABLE' }
  const body = webhookBody(event, at, data as WebhookData<typeof event>)
  const answer = await guardedFetch(context.outbound ?? strictRules, {
    url,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Waybill-Webhooks/1.0',
      ...signedHeaders({ id, at: context.now(), body }, secrets),
    },
    body,
    timeoutMs: context.webhookTimeout ?? TIMEOUT_MS,
    maxBytes: MAX_ANSWER_BYTES,
    signal,
  })
  if (answer.ok) {
    const text = storable(answer.body.toString('utf8'))
    return { status: answer.status, retryAfter: answer.headers['retry-after'] ?? null, text, failure: null }
  }
  return answer.reason === 'ABORTED' ? null : { ...none, failure: answer.reason }
}

/** Without characters that PostgreSQL refuses; null if nothing is left. */
const storable = (text: string): string | null =>
  [...text.toWellFormed().replaceAll('\u0000', '')].slice(0, MAX_ANSWER_TEXT).join('').trim() || null

const day = 24 * 3_600_000
/** For how long ended deliveries are listed and can be sent again. */
const keptFor = 30 * day

/** Deletes old deliveries that are not waiting, with their search entries. */
export const forgetDeliveries = async ({ db, now }: Pick<ServerContext, 'db' | 'now'>): Promise<void> => {
  const before = new Date(now().getTime() - keptFor).toISOString()
  await db.execute(sql`
    with gone as (
      delete from ${deliveries} where ${deliveries.createdAt} < ${before}::timestamptz and ${deliveries.status} <> 'waiting'
      returning id
    )
    delete from search_entries using gone where resource = 'deliveries' and record_id = gone.id`)
}

declare module 'fastify' {
  interface FastifyInstance {
    webhooks: DeliveryRunner
  }
}

/** Adds the runner to the app: starts when ready, stops before the app waits for open calls. */
export const registerDeliveries = (app: FastifyInstance, context: ServerContext): void => {
  const runner = createDeliveryRunner(context, app.log)
  app.decorate('webhooks', runner)
  app.addHook('onReady', async () => runner.start())
  app.addHook('preClose', () => runner.stop())
}
