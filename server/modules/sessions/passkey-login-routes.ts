import { and, eq, isNull } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { defaultCountry } from '../../../domain/core/countries.ts'
import { validate } from '../../../domain/lib/validate.ts'
import { deviceField } from '../../../domain/users/account-fields.ts'
import {
  passkeyOptionsFields,
  passkeyOptionsShapes,
  readUsedPasskey,
  splitPasskey,
} from '../../../domain/users/passkeys.ts'
import { type SessionRecord, sessionRecordShapes } from '../../../domain/users/user.ts'
import { findDevice } from '../../auth/known-devices.ts'
import { userOfChallenge } from '../../auth/login-challenges.ts'
import { reopenLogins } from '../../auth/login-limits.ts'
import { openSession } from '../../auth/open-session.ts'
import { acceptPasskey, optionsToUse, takeChallenge, userOfPasskey } from '../../auth/passkeys.ts'
import { refuseTooMany, takeBack } from '../../auth/rate-limit.ts'
import { clientAddress } from '../../core/client-address.ts'
import { accepted, Refused } from '../../core/errors.ts'
import type { ServerContext } from '../../db/context.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { users } from '../../db/schema.ts'
import { passkeyRefusals, usedPasskeySchema } from '../../http/prove-caller.ts'
import { refuseQuery } from '../../http/request-parts.ts'
import { fieldsJson, json, shapesJson } from '../../openapi/content.ts'
import { describe } from '../../openapi/describe.ts'
import { objectSchema, titled } from '../../openapi/json-schema.ts'
import { fieldsSchema } from '../../openapi/schemas.ts'
import { recordCopiedPasskey } from '../../services/users/keep-passkeys.ts'
import { recordLogin } from '../../services/users/record-access.ts'

const loginFields = { device: deviceField, keep: { kind: 'flag' } } as const

const shared = { tag: 'sessions', access: 'public' } as const

const calls = {
  options: describe.call({
    ...shared,
    id: 'beginPasskeyLogin',
    summary: 'Begin a login by passkey',
    detail:
      'The answer is for the browser (`navigator.credentials.get`), valid for five minutes and one answer. Without `challenge` it is the same for everybody and names nobody. With the `challenge` of a login whose password was right it asks for a passkey of that account.',
    body: fieldsJson('PasskeyLoginStart', passkeyOptionsFields),
    answers: { 201: shapesJson('PasskeyLoginOptions', passkeyOptionsShapes) },
    refuses: ['CHALLENGE_ENDED', 'PASSKEYS_UNAVAILABLE', 'TOO_MANY_ATTEMPTS'],
  }),
  logIn: describe.call({
    ...shared,
    id: 'logInByPasskey',
    summary: 'Log in by a passkey alone',
    detail:
      'The device has asked for a finger, a face or a PIN: no second factor is asked for. `device` and `keep` as in a login by password.',
    body: json(
      titled(
        'PasskeyLogin',
        objectSchema({ passkey: usedPasskeySchema, ...fieldsSchema(loginFields).properties }, ['passkey']),
      ),
    ),
    answers: { 200: shapesJson('SessionRecord', sessionRecordShapes) },
    refuses: [...passkeyRefusals, 'TOO_MANY_ATTEMPTS'],
  }),
}

const country = defaultCountry

/** Logins by passkey alone, and what the browser needs for both steps. */
export const passkeyLoginRoutes = (app: FastifyInstance, context: ServerContext): void => {
  app.post('/sessions/passkey-options', calls.options, async (request, reply) => {
    refuseQuery(request)
    const { challenge } = accepted(validate(passkeyOptionsFields, request.body ?? {}, { country }))
    const attempt = { kind: 'passkey-options', of: clientAddress(request) } as const
    await inTransaction(context, (tx) => refuseTooMany(tx, [attempt], context.now()), { isSmall: true })
    const user = challenge == null ? null : await userOfChallenge(context.db, challenge, context.now())
    if (challenge != null && user === null) throw new Refused('CHALLENGE_ENDED')
    const options = await optionsToUse(context.db, context, user === null ? 'log-in' : 'second-step', user)
    return reply.code(201).header('cache-control', 'no-store').send({ options })
  })

  app.post('/sessions/passkey', calls.logIn, async (request): Promise<SessionRecord> => {
    refuseQuery(request)
    const sent = splitPasskey(request.body)
    const { device, keep } = accepted(validate(loginFields, sent.fields, { country }))
    const used = accepted(readUsedPasskey(sent.passkey))
    const [address, at] = [clientAddress(request), context.now()]
    // Of the address alone: nobody locks somebody else's passkey.
    const attempt = { kind: 'address', of: address } as const
    await inTransaction(context, (tx) => refuseTooMany(tx, [attempt], at), { isSmall: true })
    const challenge = await takeChallenge(context, used, 'log-in', null)
    const id = await userOfPasskey(context.db, used)
    if (id === null) throw new Refused('PASSKEY_UNKNOWN')
    const userAgent = request.headers['user-agent']
    const record = recordLogin(context, { address, userAgent }, 'passkey')
    const login = { device, keep, address, userAgent, record }
    const opened = await inTransaction(context, async (tx) => {
      const [user] = await tx
        .select()
        .from(users)
        .where(and(eq(users.id, id), isNull(users.deletedAt)))
        .for('share')
      if (user === undefined) throw new Refused('PASSKEY_UNKNOWN')
      const { outcome, name } = await acceptPasskey(tx, context, used, {
        challenge,
        user: id,
        isAlone: true,
        isVerified: true,
      })
      if (outcome === 'copied') return { copied: name }
      return { session: await openSession(tx, user, login, at), email: user.email, copied: undefined }
    })
    if (opened.copied !== undefined) {
      await recordCopiedPasskey(context, id, opened.copied)
      throw new Refused('PASSKEY_COPIED')
    }
    await takeBack(context.db, attempt, at)
    const { email } = opened
    const known = await findDevice(context, email, device ?? null)
    await reopenLogins(context, { email, device: known })
    return opened.session
  })
}
