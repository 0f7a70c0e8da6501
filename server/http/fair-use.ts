import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Bounds } from '../core/bounds.ts'
import { clientAddress } from '../core/client-address.ts'
import { Refused } from '../core/errors.ts'
import { runAsUser, type Work } from '../core/fair-slots.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** On whose behalf the call works, for fair turns: its session until that is read, then its user. */
    work: Work
  }
}

/** Makes every call under `api` work on behalf of its user. Before the session is read. */
export const registerCurrentUser = (api: FastifyInstance): void => {
  api.decorateRequest('work', null as unknown as Work)
  api.addHook('onRequest', (request, reply, done) => {
    request.work = { user: presumedUser(request), response: reply.raw }
    runAsUser(request.work, done)
  })
  // The body was read from a socket, which belongs to no call.
  api.addHook('preValidation', (request, _reply, done) => runAsUser(request.work, done))
}

/**
 * Whose turn it is before the session is read. Where none is asked for, only the address counts: a stranger could write
 * another `Authorization` into each call.
 */
const presumedUser = (request: FastifyRequest): string => {
  const isPublic = request.is404 || request.routeOptions.config.access === 'public'
  const token = isPublic ? undefined : request.headers.authorization
  return token ?? addressOf(request)
}

const addressOf = (request: FastifyRequest): string => `address ${clientAddress(request)}`

/** Bounds the calls of one user in a minute. After the session is read, before the routes are made. */
export const registerRateLimit = async (
  api: FastifyInstance,
  { callsPerMinute }: Pick<Bounds, 'callsPerMinute'>,
): Promise<void> => {
  const none = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false }
  await api.register(rateLimit, {
    max: callsPerMinute,
    timeWindow: 60_000,
    keyGenerator: (request) => request.session?.actor.id ?? addressOf(request),
    addHeaders: { ...none, 'retry-after': false },
    addHeadersOnExceeding: none,
    errorResponseBuilder: (_request, { ttl }) =>
      new Refused('TOO_MANY_CALLS', { retryAfter: Math.max(1, Math.ceil(ttl / 1_000)) }),
  })
}
