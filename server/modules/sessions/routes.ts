import { and, eq, isNull } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { defaultCountry } from '../../../domain/core/countries.ts'
import { validate } from '../../../domain/lib/validate.ts'
import { type Credentials, credentialFields } from '../../../domain/users/account-fields.ts'
import { longestUserAgent, openSessionShapes } from '../../../domain/users/profile.ts'
import {
  type DemoCompany,
  demoCompanyShapes,
  type SessionRecord,
  sessionRecordShapes,
  sessionUserShapes,
} from '../../../domain/users/user.ts'
import { endOtherSessions, endOwnSession, listOwnSessions, revokeSession } from '../../auth/end-sessions.ts'
import { findDevice, rememberDevice } from '../../auth/known-devices.ts'
import { clearLogins, countLogin, forgetLogin } from '../../auth/login-limits.ts'
import { isPassword } from '../../auth/password.ts'
import { absoluteLimit, hashToken, keptLimit, makeToken, type Session } from '../../auth/sessions.ts'
import { clientAddress } from '../../core/client-address.ts'
import { accepted, Refused } from '../../core/errors.ts'
import type { ServerContext } from '../../db/context.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { sessions, users } from '../../db/schema.ts'
import { inOwnTransaction } from '../../http/auth.ts'
import { recordId, refuseQuery } from '../../http/request-parts.ts'
import { fieldsJson, pageJson, shapesJson } from '../../openapi/content.ts'
import { describe } from '../../openapi/describe.ts'
import { titled } from '../../openapi/json-schema.ts'
import { shapesSchema } from '../../openapi/schemas.ts'

const sessionCalls = {
  logIn: describe.call({
    id: 'logIn',
    tag: 'sessions',
    summary: 'Log in',
    detail:
      'The token of the answer goes into the `Authorization` header of every other call. With `device: null` the answer has a `device` as well: sent along with the next login, it is not locked out by the failed logins of others. With `keep` a courier who may stay signed in gets a session that ends after twelve idle hours instead of eight, and after thirty days; `isKept` says whether it is.',
    access: 'public',
    body: fieldsJson('Credentials', credentialFields),
    answers: { 200: shapesJson('SessionRecord', sessionRecordShapes) },
    refuses: ['BAD_CREDENTIALS', 'TOO_MANY_ATTEMPTS'],
  }),
  current: describe.call({
    id: 'getCurrentSession',
    isOpenToKeys: true,
    tag: 'sessions',
    summary: 'Read who is logged in, or whom a key acts for',
    access: 'session',
    answers: { 200: shapesJson('SessionUser', sessionUserShapes) },
  }),
  logOut: describe.call({
    id: 'logOut',
    tag: 'sessions',
    summary: 'End the session',
    access: 'session',
    answers: { 204: null },
  }),
  list: describe.call({
    id: 'listOwnSessions',
    tag: 'sessions',
    summary: 'List where one is signed in, this session first',
    answers: { 200: pageJson('OpenSessionsPage', titled('OpenSession', shapesSchema(openSessionShapes))) },
  }),
  end: describe.call({
    id: 'endSession',
    tag: 'sessions',
    locks: 'self',
    summary: 'End one of one’s own sessions',
    answers: { 204: null },
  }),
  endOthers: describe.call({
    id: 'endOtherSessions',
    tag: 'sessions',
    locks: 'self',
    summary: 'End every session of one’s own but this one',
    answers: { 204: null },
  }),
  demo: describe.call({
    id: 'getDemoCompany',
    tag: 'sessions',
    summary: "Read the demo company's logins, where it is loaded",
    access: 'public',
    answers: { 200: shapesJson('DemoCompany', demoCompanyShapes) },
    refuses: ['NOT_FOUND'],
  }),
}

export const sessionRoutes = (app: FastifyInstance, context: ServerContext): void => {
  app.post('/sessions', sessionCalls.logIn, async (request) => {
    refuseQuery(request)
    const credentials = accepted(validate(credentialFields, request.body, { country: defaultCountry }))
    return logIn(context, credentials, {
      address: clientAddress(request),
      userAgent: request.headers['user-agent'],
    })
  })

  app.get('/sessions/current', sessionCalls.current, async (request) => {
    refuseQuery(request)
    return sessionOf(request).user
  })

  app.delete('/sessions/current', sessionCalls.logOut, async (request, reply) => {
    refuseQuery(request)
    const { tokenHash } = sessionOf(request)
    await inTransaction(context, (tx) => revokeSession(tx, tokenHash, context.now()), small)
    return reply.code(204).send()
  })

  app.get('/sessions', sessionCalls.list, async (request) => {
    refuseQuery(request)
    return listOwnSessions(context, sessionOf(request))
  })

  app.delete('/sessions/others', sessionCalls.endOthers, async (request, reply) => {
    refuseQuery(request)
    const session = sessionOf(request)
    await inOwnTransaction(context, request, (tx) => endOtherSessions(tx, session, context.now()), small)
    return reply.code(204).send()
  })

  app.delete('/sessions/:id', sessionCalls.end, async (request, reply) => {
    refuseQuery(request)
    const [session, id] = [sessionOf(request), recordId(request)]
    await inOwnTransaction(context, request, (tx) => endOwnSession(tx, session, id, context.now()), small)
    return reply.code(204).send()
  })
}

const small = { isSmall: true }

const sessionOf = ({ session }: FastifyRequest): Session => {
  if (session === null) throw new Refused('UNAUTHORIZED')
  return session
}

/** `GET sessions/demo`: demo credentials for the login screen; 404 without demo data. */
export const demoRoutes = (app: FastifyInstance, demo: DemoCompany | null): void => {
  app.get('/sessions/demo', sessionCalls.demo, async (request) => {
    refuseQuery(request)
    if (demo === null) throw new Refused('NOT_FOUND')
    return demo
  })
}

/** Address and user agent of a login. */
type Client = { address: string; userAgent: string | undefined }

/**
 * Opens a session. Unknown account and wrong password give the same `BAD_CREDENTIALS` after the same time. Unverified and
 * inactive users may log in; access checks follow.
 */
const logIn = async (
  context: ServerContext,
  { email, password, device, keep }: Credentials,
  { address, userAgent }: Client,
): Promise<SessionRecord> => {
  const { db, now } = context
  const login = { email, address, device: await findDevice(context, email, device ?? null), at: now() }
  await countLogin(context, login)
  const [user] = await db
    .select()
    .from(users)
    .where(and(eq(users.email, email), isNull(users.deletedAt)))
  const isRight = await isPassword(password, user?.passwordHash ?? null).catch(async (error: unknown) => {
    await forgetLogin(context, login)
    throw error
  })
  if (!isRight || user === undefined) throw new Refused('BAD_CREDENTIALS')
  await clearLogins(context, login)
  const token = makeToken()
  const at = now()
  const remembered = await inTransaction(context, async (tx) => {
    // The password may have changed since it was checked, which ends all sessions: then refuse.
    const [present] = await tx
      .select({ passwordHash: users.passwordHash, role: users.role, staysSignedIn: users.staysSignedIn })
      .from(users)
      .where(and(eq(users.id, user.id), isNull(users.deletedAt)))
      .for('share')
    if (present?.passwordHash !== user.passwordHash) throw new Refused('BAD_CREDENTIALS')
    const isKept = keep === true && present.role === 'delivery' && present.staysSignedIn
    await tx.insert(sessions).values({
      tokenHash: hashToken(token),
      user: user.id,
      createdAt: at,
      lastUsedAt: at,
      expiresAt: new Date(at.getTime() + (isKept ? keptLimit : absoluteLimit)),
      userAgent: userAgent?.slice(0, longestUserAgent) ?? null,
      isKept,
    })
    return {
      ...(device === undefined
        ? {}
        : { device: await rememberDevice(tx, { user: user.id, token: device, at }) }),
      ...(keep == null ? {} : { isKept }),
    }
  })
  const { id, name, role, calls, country, isEmailVerified, isActivated } = user
  return {
    id,
    name,
    role,
    calls,
    email: user.email,
    country,
    isEmailVerified,
    isActivated,
    token,
    ...remembered,
  }
}
