import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Actor } from '../../domain/access/actor.ts'
import type { Verb } from '../../domain/access/permissions.ts'
import type { Scoped } from '../../domain/access/scope.ts'
import { whyNot } from '../../domain/access/why-not.ts'
import {
  findSession,
  hashToken,
  lockSession,
  refuseShutOut,
  type Session,
  type SessionLock,
} from '../auth/sessions.ts'
import { Refused } from '../core/errors.ts'
import type { ServerContext } from '../db/context.ts'
import type { Transaction } from '../db/drizzle.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { bodyLimits } from './connections.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks. Reading it on a `public` route of somebody without a session throws `UNAUTHORIZED`. */
    readonly actor: Actor
    session: Session | null
  }
  interface FastifyContextConfig {
    /**
     * Who gets as far as the handler: `admitted` (when left out) a session whose user is verified and activated,
     * `session` any session, `public` anybody.
     */
    access?: 'admitted' | 'session' | 'public'
    /** A call that the console makes by itself: it does not keep an idle session alive. */
    background?: boolean
    /** What a write locks in addition to its actor. */
    locks?: SessionLock
  }
}

/** Makes `request.session` and `request.actor` known to every route of the app. */
export const decorateWithSession = (app: FastifyInstance): void => {
  app.decorateRequest('session', null)
  app.decorateRequest('actor', {
    getter(this: FastifyRequest) {
      if (this.session === null) throw new Refused('UNAUTHORIZED')
      return this.session.actor
    },
  })
}

/** Reads the session of every call under `api` from its `Authorization` header and closes the gates before any handler runs. */
export const registerAuth = (api: FastifyInstance, context: ServerContext): void => {
  // Its body is read only once the gates are passed.
  api.addHook('onRoute', (route) => {
    if (route.config?.access !== 'public') route.bodyLimit ??= bodyLimits.withSession
  })
  api.addHook('onRequest', async (request) => {
    if (request.is404) return
    const { access = 'admitted', background = false } = request.routeOptions.config
    if (access === 'public') return
    const token = readToken(request.headers.authorization)
    request.session =
      token === null ? null : await findSession(context, hashToken(token), { touch: !background })
    const { actor } = request
    request.work.user = actor.id
    if (access !== 'session') refuseShutOut(actor)
  })
}

/** Throws the reason why this call's actor may not do this to that record (or at all, without a record). */
export const permit = (request: FastifyRequest, verb: Verb, record?: Scoped): Actor => {
  const code = whyNot(request.actor, verb, record)
  if (code !== null) throw new Refused(code)
  return request.actor
}

/** The spec's clients send the bare token, everybody else's `Bearer <token>`. */
const readToken = (header: string | undefined): string | null => {
  const token = (header ?? '').replace(/^Bearer +/i, '').trim()
  return /^[\w-]{20,200}$/.test(token) ? token : null
}

export type OwnTransactionOptions = {
  isSmall?: boolean
  /** Runs first, for what must be decided without waiting for the locks of the session. */
  beforeLock?: (tx: Transaction) => Promise<void>
}

/** Runs a write of this call in one transaction that begins by reading its session again, locked. */
export const inOwnTransaction = <Answer>(
  context: ServerContext,
  { session, routeOptions }: FastifyRequest,
  work: (tx: Transaction) => Promise<Answer>,
  { beforeLock, ...options }: OwnTransactionOptions = {},
): Promise<Answer> =>
  inTransaction(
    context,
    async (tx) => {
      if (session === null) throw new Refused('UNAUTHORIZED')
      await beforeLock?.(tx)
      await lockSession(tx, session, context.now(), routeOptions.config.locks)
      return work(tx)
    },
    options,
  )

/** Reads the session again for a call that only reads, but whose body may have taken long to arrive. */
export const admitAgain = (context: ServerContext, request: FastifyRequest): Promise<void> =>
  inOwnTransaction(context, request, async () => undefined, { isSmall: true })
