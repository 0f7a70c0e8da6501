import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Bounds } from '../core/bounds.ts'
import { clientAddress } from '../core/client-address.ts'
import { Refused } from '../core/errors.ts'
import { runAsUser, type Work } from '../core/fair-slots.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Identity for fair scheduling: the session, then its user. */
    work: Work
  }
}

/** Runs every call in the context of its user. Before the session is read. */
export const registerCurrentUser = (api: FastifyInstance): void => {
  api.decorateRequest('work', null as unknown as Work)
  api.addHook('onRequest', (request, reply, done) => {
    request.work = { user: presumedUser(request), response: reply.raw }
    runAsUser(request.work, done)
  })
  // Reading the body leaves the async context.
  api.addHook('preValidation', (request, _reply, done) => runAsUser(request.work, done))
}

/** Identity before the session is read. On public routes only the address counts: `Authorization` could be forged. */
const presumedUser = (request: FastifyRequest): string => {
  const isPublic = request.is404 || request.routeOptions.config.access === 'public'
  const token = isPublic ? undefined : request.headers.authorization
  return token ?? addressOf(request)
}

const addressOf = (request: FastifyRequest): string => `address ${clientAddress(request)}`

/** Limits calls per user and per key, by the minute. After the session is read, before routes are registered. */
export const registerRateLimit = async (
  api: FastifyInstance,
  { callsPerMinute, keyCallsPerMinute }: Pick<Bounds, 'callsPerMinute' | 'keyCallsPerMinute'>,
): Promise<void> => {
  const none = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false }
  await api.register(rateLimit, {
    ...common,
    max: callsPerMinute,
    keyGenerator: (request) => request.session?.actor.id ?? addressOf(request),
    addHeaders: { ...none, 'retry-after': false },
    addHeadersOnExceeding: none,
  })
  // `RateLimit-Limit`, `-Remaining` and `-Reset`, for programs only.
  await api.register(rateLimit, {
    ...common,
    max: keyCallsPerMinute,
    enableDraftSpec: true,
    allowList: (request) => request.session?.actor.key === undefined,
    keyGenerator: (request) => request.session?.actor.key?.id ?? addressOf(request),
    addHeaders: { 'retry-after': false },
  })
}

const common = {
  timeWindow: 60_000,
  errorResponseBuilder: (_request: FastifyRequest, { ttl }: { ttl: number }) =>
    new Refused('TOO_MANY_CALLS', { retryAfter: Math.max(1, Math.ceil(ttl / 1_000)) }),
}
