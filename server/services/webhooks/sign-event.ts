import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'

/** A secret as Standard Webhooks 1.0 writes it: 24 random bytes in base64. */
export const makeWebhookSecret = (): string => `${prefix}${randomBytes(24).toString('base64')}`

type Message = { id: string; at: Date; body: string }

/**
 * The headers of Standard Webhooks 1.0. One signature for each secret: during a rotation the receiver accepts either. `at`: of
 * the attempt, in whole seconds.
 */
export const signedHeaders = (
  { id, at, body }: Message,
  secrets: readonly string[],
): Record<string, string> => {
  const timestamp = String(Math.floor(at.getTime() / 1_000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}
