import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Actor } from '../../domain/access/actor.ts'
import type { Verb } from '../../domain/access/permissions.ts'
import { type Scoped, whyNot } from '../../domain/access/why-not.ts'
import { isFactorDue } from '../../domain/users/second-factor.ts'
import { isProven, needsProof } from '../auth/proof.ts'
import { refuseShutOut } from '../auth/session-user.ts'
import { findSession, lockSession, type Session, type SessionLock } from '../auth/sessions.ts'
import { Refused } from '../core/errors.ts'
import type { ServerContext } from '../db/context.ts'
import type { Transaction } from '../db/drizzle.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { bodyLimits } from './connections.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller. Throws `UNAUTHORIZED` without a session (`public` routes). */
    readonly actor: Actor
    session: Session | null
  }
  interface FastifyContextConfig {
    /**
     * Who is admitted: `admitted` (default) a session with verified and activated user, `session` any session, `public`
     * anybody.
     */
    access?: 'admitted' | 'session' | 'public'
    /** Automatic call of the console: does not extend an idle session. */
    background?: boolean
    /** Whether a key may be used for a call that needs no verb; calls with verbs are open to keys that have one. */
    isOpenToKeys?: boolean
    /** Whether it is open to users who must enrol a second factor first. */
    isOpenToEnrolment?: boolean
    /** Further locks of a write. */
    locks?: SessionLock
  }
}

/** Adds `request.session` and `request.actor`. */
export const decorateWithSession = (app: FastifyInstance): void => {
  app.decorateRequest('session', null)
  app.decorateRequest('actor', {
    getter(this: FastifyRequest) {
      if (this.session === null) throw new Refused('UNAUTHORIZED')
      return this.session.actor
    },
  })
}

/** Reads the session from the `Authorization` header and checks access before any handler. */
export const registerAuth = (api: FastifyInstance, context: ServerContext): void => {
  // The body is read after the access check.
  api.addHook('onRoute', (route) => {
    if (route.config?.access !== 'public') route.bodyLimit ??= bodyLimits.withSession
  })
  api.addHook('onRequest', async (request) => {
    if (request.is404) return
    const { access = 'admitted', background = false, isOpenToEnrolment = false } = request.routeOptions.config
    if (access === 'public') return
    const token = readToken(request.headers.authorization)
    request.session = token === null ? null : await findSession(context, token, { touch: !background })
    const { actor } = request
    request.work.user = actor.id
    if (actor.key !== undefined) refuseKey(request)
    if (access === 'session') return
    refuseShutOut(actor)
    if (!isOpenToEnrolment && isFactorDue(request.session!.user, context.now().getTime()))
      throw new Refused('SECOND_FACTOR_NEEDED')
  })
  // Some calls ask only by what their body says.
  api.addHook('preHandler', async (request) => {
    const { access = 'admitted' } = request.routeOptions.config
    if (request.is404 || access !== 'admitted') return
    if (needsProof(request.method, request.routeOptions.url ?? '', request.body))
      refuseUnproven(context, request)
  })
}

/** Keys go on: nobody types them. @throws Refused `PROOF_NEEDED` if the caller said too long ago who they are */
export const refuseUnproven = (context: ServerContext, { session }: FastifyRequest): void => {
  if (!isProven(session?.provenAt ?? null, context.now())) throw new Refused('PROOF_NEEDED')
}

/** @throws Refused if the call's actor may not use the verb on the record (or at all) */
export const permit = (request: FastifyRequest, verb: Verb, record?: Scoped): Actor => {
  const code = whyNot(request.actor, verb, record)
  if (code !== null) throw new Refused(code)
  return request.actor
}

/** Closes a call to keys, unless they have one of its verbs or it is open to all of them. @throws Refused */
const refuseKey = ({ actor, routeOptions }: FastifyRequest): void => {
  const { operation, isOpenToKeys = false } = routeOptions.config
  const verbs = operation?.verbs ?? []
  if (verbs.length === 0 && isOpenToKeys) return
  const codes = verbs.map((verb) => whyNot(actor, verb))
  if (codes.includes(null)) return
  throw new Refused(codes.find((code) => code !== 'FORBIDDEN') ?? codes[0] ?? 'KEY_FORBIDDEN')
}

/** The specification's clients send the bare token, others `Bearer <token>`. */
const readToken = (header: string | undefined): string | null => {
  const token = (header ?? '').replace(/^Bearer +/i, '').trim()
  return /^[\w-]{20,200}$/.test(token) ? token : null
}

export type OwnTransactionOptions = {
  isSmall?: boolean
  /** Runs first, before the session's locks. */
  beforeLock?: (tx: Transaction) => Promise<void>
}

/** Runs a write in a transaction that first re-reads and locks its session. */
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

/** Re-reads the session of a read-only call whose body may have taken long. */
export const admitAgain = (context: ServerContext, request: FastifyRequest): Promise<void> =>
  inOwnTransaction(context, request, async () => undefined, { isSmall: true })
