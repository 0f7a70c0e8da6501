import { createHash, createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { v4 as randomId } from 'uuid'
import { phpJson } from '../../../domain/intake/php-json.ts'

/** What an owner enters in a shop; both are read anew for each event. */
export type Hook = { address: () => string; secret: () => string }

/** `isDamaged`: a bit of its first delivery flips on the way. `onTried`: the first attempt is over. */
export type OutgoingEvent = { topic: string; body: string; isDamaged: boolean; onTried: () => void }

/** Sends an event as the shop does, with its retries. Resolves with the status of each attempt, 0 for no answer. */
type SendEvent = (event: OutgoingEvent) => Promise<number[]>

export type ShopSender = {
  send: SendEvent
  /** The owner saves the webhook, which also switches it on. Resolves with whether the shop accepts the address. */
  save: () => Promise<boolean>
}

/**
 * Shopify: base64 over the bytes, an event id that is the same over its retries, 5 s for an answer, 8 retries of the same payload and
 * signature. They are spread over a minute instead of four hours.
 */
export const makeShopify = ({ address, secret }: Hook): ShopSender => ({
  save: async () => true,
  send: async ({ topic, body, isDamaged, onTried }) => {
    const headers = {
      'content-type': 'application/json',
      'x-shopify-topic': topic,
      'x-shopify-shop-domain': 'awa.myshopify.com',
      'x-shopify-api-version': '2026-10',
      'x-shopify-webhook-id': randomId(),
      'x-shopify-event-id': randomId(),
      'x-shopify-triggered-at': new Date().toISOString(),
      'x-shopify-hmac-sha256': digest(secret(), body, 'base64'),
    }
    const pauses = Array.from({ length: 8 }, (_, at) => 250 * 2 ** at)
    return attempt(pauses, onTried, (isFirst) =>
      post(address(), damaged(body, isDamaged && isFirst), headers, 5_000),
    )
  },
})

/** WooCommerce: PHP's JSON, no retry, an unsigned ping when saved; off once more than 5 deliveries in a row have failed. */
export const makeWooCommerce = ({ address, secret }: Hook): ShopSender => {
  let failures = 0
  return {
    save: async () => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const isAccepted = (await post(address(), Buffer.from('webhook_id=14'), headers, 30_000)) === 200
      if (isAccepted) failures = 0
      return isAccepted
    },
    send: async ({ topic, body, isDamaged, onTried }) => {
      if (failures > 5) {
        onTried()
        return []
      }
      const written = phpJson(body)
      const [resource, event] = topic.split('.') as [string, string]
      const status = await post(
        address(),
        damaged(written, isDamaged),
        {
          'content-type': 'application/json',
          'x-wc-webhook-source': 'https://boutique.example/',
          'x-wc-webhook-topic': topic,
          'x-wc-webhook-resource': resource,
          'x-wc-webhook-event': event,
          'x-wc-webhook-id': '14',
          // Not unique: of webhook and second.
          'x-wc-webhook-delivery-id': createHash('md5')
            .update(`14${Math.floor(Date.now() / 1_000)}`)
            .digest('hex'),
          'x-wc-webhook-signature': digest(secret(), written, 'base64'),
        },
        30_000,
      )
      failures = status === 200 ? 0 : failures + 1
      onTried()
      return [status]
    },
  }
}

/** YouCan: hex over what PHP's `json_encode` makes of the payload, sent as other JSON; 3 retries, a second apart. */
export const makeYouCan = ({ address, secret }: Hook): ShopSender => ({
  save: async () => true,
  send: async ({ body, isDamaged, onTried }) => {
    const headers = {
      'content-type': 'application/json',
      'x-youcan-signature': digest(secret(), phpJson(body), 'hex'),
    }
    return attempt([1_000, 1_000, 1_000], onTried, (isFirst) =>
      post(address(), damaged(body, isDamaged && isFirst), headers, 30_000),
    )
  },
})

const digest = (secret: string, text: string, encoding: 'base64' | 'hex'): string =>
  createHmac('sha256', secret).update(text).digest(encoding)

const attempt = async (
  pauses: readonly number[],
  onTried: () => void,
  once: (isFirst: boolean) => Promise<number>,
): Promise<number[]> => {
  const answers = [await once(true)]
  onTried()
  for (const pause of pauses) {
    if (answers.at(-1) === 200) break
    await sleep(pause)
    answers.push(await once(false))
  }
  return answers
}

const damaged = (text: string, isDamaged: boolean): Buffer => {
  const bytes = Buffer.from(text)
  if (isDamaged) bytes[bytes.length >> 1]! ^= 1
  return bytes
}

const post = async (
  url: string,
  body: Buffer,
  headers: Record<string, string>,
  timeout: number,
): Promise<number> => {
  const signal = AbortSignal.timeout(timeout)
  // `fetch` may never settle if its connection is reset while aborting.
  const late = sleep(timeout + 1_000, 0, { ref: false })
  const answered = fetch(url, { method: 'POST', body: new Uint8Array(body), headers, signal }).then(
    async (answer) => {
      await answer.arrayBuffer()
      return answer.status
    },
  )
  return Promise.race([answered, late]).catch(() => 0)
}
