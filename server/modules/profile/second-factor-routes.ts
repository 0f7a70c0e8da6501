import type { FastifyInstance } from 'fastify'
import { validate } from '../../../domain/lib/validate.ts'
import {
  factorCodeFields,
  newSecondFactorShapes,
  recoveryCodesShapes,
  secondFactorShapes,
} from '../../../domain/users/second-factor.ts'
import {
  beginFactor,
  confirmFactor,
  deleteApp,
  hasAnyFactor,
  readFactor,
  renewRecoveryCodes,
} from '../../auth/second-factor.ts'
import type { Session } from '../../auth/sessions.ts'
import { accepted, Refused } from '../../core/errors.ts'
import { newBatch } from '../../crud/record-changes.ts'
import type { ServerContext } from '../../db/context.ts'
import type { Transaction } from '../../db/drizzle.ts'
import type { MailTemplate } from '../../db/schema.ts'
import { inOwnTransaction } from '../../http/auth.ts'
import {
  countTry,
  proofRefusals,
  proofSchema,
  proveCaller,
  readCaller,
  sessionOf,
} from '../../http/prove-caller.ts'
import { refuseBody, refuseQuery } from '../../http/request-parts.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { fieldsJson, json, shapesJson } from '../../openapi/content.ts'
import { describe } from '../../openapi/describe.ts'
import { applyUserChange } from '../../services/users/apply-user-change.ts'

const own = { tag: 'profile', locks: 'self' } as const
const recoveryCodesJson = shapesJson('RecoveryCodes', recoveryCodesShapes)
const proofJson = json(proofSchema)
const proven = ['SECOND_FACTOR_IS_OFF', ...proofRefusals] as const

const calls = {
  read: describe.call({
    id: 'getSecondFactor',
    isOpenToEnrolment: true,
    detail: 'Also how many recovery codes are left.',
    tag: 'profile',
    summary: 'Read whether one’s own logins need a code',
    answers: { 200: shapesJson('SecondFactor', secondFactorShapes) },
  }),
  begin: describe.call({
    ...own,
    id: 'beginSecondFactor',
    isOpenToEnrolment: true,
    summary: 'Make a secret for an authenticator app',
    detail:
      'Nothing changes until `PUT profile/totp` has confirmed it by a code. A secret that was not confirmed is replaced.',
    answers: { 201: shapesJson('NewSecondFactor', newSecondFactorShapes) },
    refuses: ['SECOND_FACTOR_IS_ON'],
  }),
  confirm: describe.call({
    ...own,
    id: 'confirmSecondFactor',
    isOpenToEnrolment: true,
    summary: 'Switch the second factor on by a first code, which ends every other session',
    detail: 'The recovery codes are in this answer only. Each replaces one code of the app, once.',
    body: fieldsJson('FactorCode', factorCodeFields),
    answers: { 200: recoveryCodesJson },
    refuses: ['SECOND_FACTOR_IS_ON', 'SECOND_FACTOR_IS_OFF', 'SECRETS_UNREADABLE', 'TOO_MANY_ATTEMPTS'],
  }),
  renew: describe.call({
    ...own,
    id: 'renewRecoveryCodes',
    summary: 'Replace one’s recovery codes, by password, code or passkey',
    detail: 'The former ones work no more. A wrong password or code counts as a failed login.',
    body: proofJson,
    answers: { 200: recoveryCodesJson },
    refuses: proven,
  }),
  remove: describe.call({
    ...own,
    id: 'removeSecondFactor',
    summary: 'Switch the second factor off by password, code or passkey, which ends every other session',
    detail: 'A wrong password or code counts as a failed login.',
    body: proofJson,
    answers: { 204: null },
    refuses: proven,
  }),
}

/** Calls on one's own authenticator app and recovery codes. */
export const secondFactorRoutes = (app: FastifyInstance, context: ServerContext): void => {
  app.get('/profile/totp', calls.read, async (request) => {
    refuseQuery(request)
    return readFactor(context.db, request.actor.id)
  })

  app.post('/profile/totp', calls.begin, async (request, reply) => {
    refuseQuery(request)
    refuseBody(request)
    const { user } = sessionOf(request)
    const made = await inOwnTransaction(context, request, (tx) => beginFactor(tx, context, user))
    return reply.code(201).header('cache-control', 'no-store').send(made)
  })

  app.put('/profile/totp', calls.confirm, async (request, reply) => {
    refuseQuery(request)
    const session = sessionOf(request)
    const { actor, body } = request
    // Whoever guesses the code of a secret that was left waiting would have proved to be its owner.
    const recoveryCodes = await countTry(context, request, () =>
      inOwnTransaction(context, request, async (tx) => {
        const { code } = accepted(validate(factorCodeFields, body ?? {}, { country: actor.country }))
        const made = await confirmFactor(tx, context, actor.id, code)
        await markUser(tx, context, session, {
          verb: 'user.add-second-factor',
          hasSecondFactor: true,
          mail: 'second-factor-on',
        })
        return made
      }),
    )
    return reply.header('cache-control', 'no-store').send({ recoveryCodes })
  })

  app.post('/profile/totp/recovery-codes', calls.renew, async (request, reply) => {
    const session = await proveCaller(context, request)
    const recoveryCodes = await inOwnTransaction(context, request, async (tx) => {
      await holdFactor(tx, session)
      await queueMail(tx, 'recovery-codes-renewed', session.actor.id, context.now())
      return renewRecoveryCodes(tx, session.actor.id)
    })
    return reply.header('cache-control', 'no-store').send({ recoveryCodes })
  })

  app.delete('/profile/totp', calls.remove, async (request, reply) => {
    const session = await proveCaller(context, request)
    await inOwnTransaction(context, request, async (tx) => {
      const { id } = session.actor
      if (!(await readFactor(tx, id)).isOn) throw new Refused('SECOND_FACTOR_IS_OFF')
      await deleteApp(tx, id)
      const hasSecondFactor = await hasAnyFactor(tx, id)
      await markUser(tx, context, session, {
        verb: 'user.remove-second-factor',
        hasSecondFactor,
        mail: 'second-factor-off',
      })
    })
    return reply.code(204).send()
  })
}

/** @throws Refused `SECOND_FACTOR_IS_OFF` */
const holdFactor = async (tx: Transaction, session: Session): Promise<void> => {
  const { hasSecondFactor } = await readCaller(tx, session)
  if (!hasSecondFactor) throw new Refused('SECOND_FACTOR_IS_OFF')
}

type Mark = { verb: `user.${string}`; hasSecondFactor: boolean; mail: MailTemplate }

/** Records the change, ends all other sessions and mails what happened. */
const markUser = async (
  tx: Transaction,
  context: ServerContext,
  session: Session,
  { verb, hasSecondFactor, mail }: Mark,
): Promise<void> => {
  const batch = newBatch(context)
  await applyUserChange(tx, session.actor, batch, {
    user: await readCaller(tx, session),
    verb,
    wanted: { hasSecondFactor },
    // Also where a passkey is the second factor before and after.
    noted: { before: {}, after: {} },
    keptSession: session.tokenHash,
  })
  await queueMail(tx, mail, session.actor.id, batch.at)
}
