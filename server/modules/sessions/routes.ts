import { and, eq, isNull } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { defaultCountry } from '../../../domain/core/countries.ts'
import { validate } from '../../../domain/lib/validate.ts'
import { type Credentials, credentialFields } from '../../../domain/users/account-fields.ts'
import { readUsedPasskey, splitPasskey, type UsedPasskey } from '../../../domain/users/passkeys.ts'
import { openSessionShapes } from '../../../domain/users/profile.ts'
import { type SecondStep, secondStepFields } from '../../../domain/users/second-factor.ts'
import {
  type DemoCompany,
  demoCompanyShapes,
  type SessionRecord,
  sessionRecordShapes,
  sessionUserShapes,
} from '../../../domain/users/user.ts'
import { endOtherSessions, endOwnSession, listOwnSessions, revokeSession } from '../../auth/end-sessions.ts'
import { findDevice } from '../../auth/known-devices.ts'
import { endChallenge, tryChallenge, userOfChallenge } from '../../auth/login-challenges.ts'
import { clearLogins, forgetLogin } from '../../auth/login-limits.ts'
import { finishFirstStep, holdUser, openSession } from '../../auth/open-session.ts'
import { acceptPasskey, takeChallenge } from '../../auth/passkeys.ts'
import { isPassword } from '../../auth/password.ts'
import { spendCode } from '../../auth/second-factor.ts'
import type { Session } from '../../auth/sessions.ts'
import { accepted, Refused } from '../../core/errors.ts'
import type { ServerContext } from '../../db/context.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { users } from '../../db/schema.ts'
import { inOwnTransaction } from '../../http/auth.ts'
import { isWrongPasskey, passkeyRefusals, usedPasskeySchema } from '../../http/prove-caller.ts'
import { clientOfCall, recordId, refuseQuery } from '../../http/request-parts.ts'
import { fieldsJson, json, pageJson, shapesJson } from '../../openapi/content.ts'
import { describe } from '../../openapi/describe.ts'
import { objectSchema, titled } from '../../openapi/json-schema.ts'
import { fieldsSchema, shapesSchema } from '../../openapi/schemas.ts'
import { recordCopiedPasskey } from '../../services/users/keep-passkeys.ts'
import {
  type Client,
  countRecordedLogin,
  recordLogin,
  recordLogout,
} from '../../services/users/record-access.ts'

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
    refuses: ['BAD_CREDENTIALS', 'SECOND_FACTOR_REQUIRED', 'TOO_MANY_ATTEMPTS'],
  }),
  secondStep: describe.call({
    id: 'answerChallenge',
    tag: 'sessions',
    summary: 'Log in by a code or a passkey, after the password',
    detail:
      'A login of an account with an authenticator app or a passkey is refused as `SECOND_FACTOR_REQUIRED` with a `challenge`, valid for five minutes and five tries, and the `ways` to answer it. `code` is that of the app, or a recovery code; each is accepted once. `passkey` answers `POST sessions/passkey-options`. A wrong one counts as a failed login.',
    access: 'public',
    body: json(
      titled(
        'SecondStep',
        objectSchema({ ...fieldsSchema(secondStepFields).properties, passkey: usedPasskeySchema }, [
          'challenge',
        ]),
      ),
    ),
    answers: { 200: shapesJson('SessionRecord', sessionRecordShapes) },
    refuses: ['CHALLENGE_ENDED', 'CODE_WRONG', ...passkeyRefusals, 'SECRETS_UNREADABLE', 'TOO_MANY_ATTEMPTS'],
  }),
  current: describe.call({
    id: 'getCurrentSession',
    detail: 'Name, role and country decide what the other calls answer.',
    isOpenToKeys: true,
    tag: 'sessions',
    summary: 'Read who is logged in, or whom a key acts for',
    access: 'session',
    answers: { 200: shapesJson('SessionUser', sessionUserShapes) },
  }),
  logOut: describe.call({
    id: 'logOut',
    detail: 'Its token is refused from now on, and its event streams end.',
    tag: 'sessions',
    summary: 'End the session',
    access: 'session',
    answers: { 204: null },
  }),
  list: describe.call({
    id: 'listOwnSessions',
    detail: 'Each with its address, program and last use. Keys of the API have none.',
    tag: 'sessions',
    summary: 'List where one is signed in, this session first',
    answers: { 200: pageJson('OpenSessionsPage', titled('OpenSession', shapesSchema(openSessionShapes))) },
  }),
  end: describe.call({
    id: 'endSession',
    detail: 'Its token is refused from now on. Not found is also a session of somebody else.',
    tag: 'sessions',
    locks: 'self',
    summary: 'End one of one’s own sessions',
    answers: { 204: null },
  }),
  endOthers: describe.call({
    id: 'endOtherSessions',
    detail: 'Their tokens are refused from now on, and their event streams end.',
    tag: 'sessions',
    locks: 'self',
    summary: 'End every session of one’s own but this one',
    answers: { 204: null },
  }),
  demo: describe.call({
    id: 'getDemoCompany',
    detail: 'Not found on a server without demo data, as every server that others reach is.',
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
    return logIn(context, credentials, clientOfCall(request))
  })

  app.post('/sessions/second-factor', sessionCalls.secondStep, async (request) => {
    refuseQuery(request)
    const sent = splitPasskey(request.body)
    const step = accepted(validate(secondStepFields, sent.fields, { country: defaultCountry }))
    const passkey = sent.passkey == null ? null : accepted(readUsedPasskey(sent.passkey))
    if (step.code == null && passkey === null)
      throw new Refused('VALIDATION_FAILED', { errors: [{ path: 'code', code: 'REQUIRED' }] })
    return answerChallenge(context, { ...step, passkey }, clientOfCall(request))
  })

  app.get('/sessions/current', sessionCalls.current, async (request) => {
    refuseQuery(request)
    return sessionOf(request).user
  })

  app.delete('/sessions/current', sessionCalls.logOut, async (request, reply) => {
    refuseQuery(request)
    const { actor, tokenHash } = sessionOf(request)
    const by = { author: actor, client: clientOfCall(request) }
    const end = (tx: Transaction) =>
      recordLogout(tx, context, by, async () =>
        (await revokeSession(tx, tokenHash, context.now())) ? 'current' : null,
      )
    await inTransaction(context, end, small)
    return reply.code(204).send()
  })

  app.get('/sessions', sessionCalls.list, async (request) => {
    refuseQuery(request)
    return listOwnSessions(context, sessionOf(request))
  })

  app.delete('/sessions/others', sessionCalls.endOthers, async (request, reply) => {
    refuseQuery(request)
    const session = sessionOf(request)
    const by = { author: session.actor, client: clientOfCall(request) }
    const end = (tx: Transaction) =>
      recordLogout(tx, context, by, async () => {
        const ended = await endOtherSessions(tx, session, context.now())
        return ended === 0 ? null : { sessions: ended }
      })
    await inOwnTransaction(context, request, end, small)
    return reply.code(204).send()
  })

  app.delete('/sessions/:id', sessionCalls.end, async (request, reply) => {
    refuseQuery(request)
    const [session, id] = [sessionOf(request), recordId(request)]
    const by = { author: session.actor, client: clientOfCall(request) }
    const end = (tx: Transaction) =>
      recordLogout(tx, context, by, async () => {
        const { userAgent, isCurrent } = await endOwnSession(tx, session, id, context.now())
        return isCurrent ? 'current' : { ended: userAgent }
      })
    await inOwnTransaction(context, request, end, small)
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

/**
 * First step of a login. Unknown account and wrong password give the same `BAD_CREDENTIALS` after the same time.
 * @throws Refused `SECOND_FACTOR_REQUIRED` with a challenge
 */
const logIn = async (
  context: ServerContext,
  { email, password, device, keep }: Credentials,
  client: Client,
): Promise<SessionRecord> => {
  const { address, userAgent } = client
  const { db, now } = context
  const login = { email, address, device: await findDevice(context, email, device ?? null), at: now() }
  await countRecordedLogin(context, login, client)
  const [user] = await db
    .select()
    .from(users)
    .where(and(eq(users.email, email), isNull(users.deletedAt)))
  const isRight = await isPassword(password, user?.passwordHash ?? null).catch(async (error: unknown) => {
    await forgetLogin(context, login)
    throw error
  })
  if (!isRight || user === undefined) throw new Refused('BAD_CREDENTIALS')
  // A password alone forgives no wrong codes.
  if (user.hasSecondFactor) await forgetLogin(context, login)
  else await clearLogins(context, login)
  const opened = await inTransaction(context, async (tx) =>
    finishFirstStep(
      tx,
      await holdUser(tx, user),
      {
        device,
        keep,
        userAgent,
        address,
        policy: context.secondFactor,
        origin: context.origin,
        record: recordLogin(context, client, 'password'),
      },
      now(),
    ),
  )
  if ('challenge' in opened) throw new Refused('SECOND_FACTOR_REQUIRED', opened)
  return opened.session
}

/** Second step of a login: a wrong code counts as a failed login. @throws Refused `CHALLENGE_ENDED`, `CODE_WRONG` */
const answerChallenge = async (
  context: ServerContext,
  { challenge, code, passkey, device, keep }: SecondStep & { passkey: UsedPasskey | null },
  client: Client,
): Promise<SessionRecord> => {
  const { address, userAgent } = client
  const { db, now } = context
  const at = now()
  const id = await userOfChallenge(db, challenge, at)
  const [known] =
    id === null ? [] : await db.select({ email: users.email }).from(users).where(eq(users.id, id))
  if (id === null || known === undefined) throw new Refused('CHALLENGE_ENDED')
  const login = { ...known, address, device: await findDevice(context, known.email, device ?? null), at }
  await countRecordedLogin(context, login, client)
  const signed = passkey === null ? '' : await takeSigned(context, login, passkey, id)
  let copied: string | null = null
  // Commits a wrong try too.
  const session = await inTransaction(context, async (tx) => {
    // The user first, as changes of an account do, which end its challenges.
    const [user] = await tx
      .select()
      .from(users)
      .where(and(eq(users.id, id), isNull(users.deletedAt)))
      .for('share')
    if (user === undefined || !(await tryChallenge(tx, challenge, at))) throw new Refused('CHALLENGE_ENDED')
    if (passkey !== null) {
      const { outcome, name } = await acceptPasskey(tx, context, passkey, {
        challenge: signed,
        user: id,
        isAlone: false,
        isVerified: false,
      })
      if (outcome === 'copied') copied = name
    }
    const isRight = passkey === null ? await spendCode(tx, context, id, code ?? '') : copied === null
    if (!isRight) return null
    await endChallenge(tx, challenge)
    const record = recordLogin(context, client, passkey === null ? 'code' : 'passkey')
    return openSession(tx, user, { device, keep, userAgent, address, record }, at)
  }).catch(async (error: unknown) => {
    if (!isWrongPasskey(error)) await forgetLogin(context, login)
    throw error
  })
  if (copied !== null) {
    await recordCopiedPasskey(context, id, copied)
    throw new Refused('PASSKEY_COPIED')
  }
  if (session === null) throw new Refused('CODE_WRONG')
  await clearLogins(context, login)
  return session
}

/** Takes the challenge that a passkey has signed. An ended one is no failed login. */
const takeSigned = (
  context: ServerContext,
  login: Parameters<typeof forgetLogin>[1],
  passkey: UsedPasskey,
  user: string,
): Promise<string> =>
  takeChallenge(context, passkey, 'second-step', user).catch(async (error: unknown) => {
    if (!isWrongPasskey(error)) await forgetLogin(context, login)
    throw error
  })
