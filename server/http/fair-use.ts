import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import type { Bounds } from '../core/bounds.ts'
import { Refused } from '../core/errors.ts'
import { runAsUser } from '../core/fair-slots.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** On whose behalf the call works, for fair turns: its session until that is read, then its user. */
    work: { user: string | null }
  }
}

/** Makes every call under `api` work on behalf of its user. Before the session is read. */
export const registerCurrentUser = (api: FastifyInstance): void => {
  api.decorateRequest('work', null as unknown as { user: string | null })
  api.addHook('onRequest', (request, _reply, done) => {
    request.work = { user: request.headers.authorization ?? `address ${request.ip}` }
    runAsUser(request.work, done)
  })
  // The body was read from a socket, which belongs to no call.
  api.addHook('preValidation', (request, _reply, done) => runAsUser(request.work, done))
}

/** Bounds the calls of one user in a minute. After the session is read, before the routes are made. */
export const registerRateLimit = async (
  api: FastifyInstance,
  { callsPerMinute }: Pick<Bounds, 'callsPerMinute'>,
): Promise<void> => {
  const none = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false }
  await api.register(rateLimit, {
    max: callsPerMinute,
    timeWindow: 60_000,
    keyGenerator: ({ session, ip }) => session?.actor.id ?? `address ${ip}`,
    addHeaders: { ...none, 'retry-after': false },
    addHeadersOnExceeding: none,
    errorResponseBuilder: (_request, { ttl }) =>
      new Refused('TOO_MANY_CALLS', { retryAfter: Math.max(1, Math.ceil(ttl / 1_000)) }),
  })
}
