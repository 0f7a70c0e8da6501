import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type CountryCode, defaultCountry } from '../../../domain/core/countries.ts'
import { defaultLanguage, type LanguageCode } from '../../../domain/core/languages.ts'
import { validate } from '../../../domain/lib/validate.ts'
import { passwordFields } from '../../../domain/users/account-fields.ts'
import {
  countryOfSignUp,
  mailRequestFields,
  resetRequestFields,
  type SignUp,
  signUpFields,
} from '../../../domain/users/sign-up.ts'
import { findDevice } from '../../auth/known-devices.ts'
import { reopenAccount } from '../../auth/login-limits.ts'
import { hashPassword, refuseWeakPassword } from '../../auth/password.ts'
import { type Attempt, clearAttempts, refuseTooMany } from '../../auth/rate-limit.ts'
import { clientAddress } from '../../core/client-address.ts'
import { accepted } from '../../core/errors.ts'
import { newBatch } from '../../crud/record-changes.ts'
import type { ServerContext } from '../../db/context.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import type { UserRow } from '../../db/schema/users.ts'
import { refuseBody, refuseQuery } from '../../http/request-parts.ts'
import { askForMail, checkLink, type MailRequest, spendLink, steadily } from '../../mail/account-links.ts'
import { fieldsJson, shapesJson } from '../../openapi/content.ts'
import { describe } from '../../openapi/describe.ts'
import { acceptedLanguages } from '../../problems/problem.ts'
import { applyUserChange } from '../../services/users/apply-user-change.ts'
import { insertUser } from '../../services/users/create-user.ts'

const shared = { tag: 'accounts', access: 'public' } as const

const accountCalls = {
  register: describe.call({
    ...shared,
    id: 'register',
    summary: 'Sign up as a seller',
    detail: 'The answer is the same whether or not the address has an account: a mail tells its owner.',
    body: fieldsJson('SignUp', signUpFields),
    answers: { 201: shapesJson('SignedUp', { email: { kind: 'text' } }) },
    refuses: ['PASSWORD_TOO_COMMON', 'TOO_MANY_ATTEMPTS'],
  }),
  verifyEmail: describe.call({
    ...shared,
    id: 'verifyEmail',
    detail: 'The token is the last part of the link.',
    summary: 'Confirm an address by the link that was mailed to it',
    answers: { 204: null },
    refuses: ['LINK_INVALID', 'TOO_MANY_ATTEMPTS'],
  }),
  resendEmail: describe.call({
    ...shared,
    id: 'resendEmail',
    detail: 'The answer is the same where there is no such account.',
    summary: 'Ask for another mail to confirm an address with',
    body: fieldsJson('MailRequest', mailRequestFields),
    answers: { 202: null },
    refuses: ['TOO_MANY_ATTEMPTS'],
  }),
  forgetPassword: describe.call({
    ...shared,
    id: 'forgetPassword',
    summary: 'Ask for a mail to choose a new password with',
    detail: 'With the `device` of an earlier login it is sent whatever others have asked for.',
    body: fieldsJson('ResetRequest', resetRequestFields),
    answers: { 202: null },
    refuses: ['TOO_MANY_ATTEMPTS'],
  }),
  checkReset: describe.call({
    ...shared,
    id: 'checkPasswordReset',
    detail: 'Changes nothing: the link works until a password was chosen with it.',
    summary: 'Ask whether a link to choose a new password still works',
    answers: { 204: null },
    refuses: ['LINK_INVALID', 'TOO_MANY_ATTEMPTS'],
  }),
  resetPassword: describe.call({
    ...shared,
    id: 'resetPassword',
    detail: 'The token is the last part of the link, which works once.',
    summary: 'Choose a new password by the link that was mailed, which ends every session',
    body: fieldsJson('NewPassword', passwordFields),
    answers: { 204: null },
    refuses: ['LINK_INVALID', 'PASSWORD_TOO_COMMON', 'ADMIN_PASSWORD_TOO_SHORT', 'TOO_MANY_ATTEMPTS'],
  }),
}

type Linked = { Params: { token: string } }

/** Account calls without a session. No answer reveals whether an address has an account. */
export const accountRoutes = (app: FastifyInstance, context: ServerContext): void => {
  const limited = {
    onRequest: async (request: FastifyRequest) => {
      const attempt = { kind: 'account-call', of: clientAddress(request) } as const
      await inTransaction(context, (tx) => refuseTooMany(tx, [attempt], context.now()))
    },
  } as const

  const mail = (wanted: MailRequest): Promise<void> =>
    steadily(context, () => inTransaction(context, (tx) => askForMail(tx, wanted)))

  app.post('/users/register', { ...limited, ...accountCalls.register }, async (request, reply) => {
    refuseQuery(request)
    const country = countryOfSignUp(request.body)
    const input = accepted(validate(signUpFields, request.body, { country }))
    refuseWeakPassword(input.password, 'seller')
    const [spoken = defaultLanguage] = acceptedLanguages(request.headers['accept-language'])
    await steadily(context, () => signUp(context, { ...input, country, language: input.language ?? spoken }))
    return reply.code(201).send({ email: input.email })
  })

  app.post<Linked>(
    '/users/verify-email/:token',
    { ...limited, ...accountCalls.verifyEmail },
    async (request, reply) => {
      refuseQuery(request)
      refuseBody(request)
      await verifyEmail(context, request.params.token)
      return reply.code(204).send()
    },
  )

  app.get<Linked>(
    '/password-reset/:token',
    { ...limited, ...accountCalls.checkReset },
    async (request, reply) => {
      refuseQuery(request)
      const { token } = request.params
      await checkLink(context, { token, purpose: 'reset-password', at: context.now() })
      return reply.code(204).send()
    },
  )

  app.post<Linked>(
    '/password-reset/:token',
    { ...limited, ...accountCalls.resetPassword },
    async (request, reply) => {
      refuseQuery(request)
      const { password } = accepted(validate(passwordFields, request.body, { country: defaultCountry }))
      refuseWeakPassword(password, null)
      await resetPassword(context, { token: request.params.token, password })
      return reply.code(204).send()
    },
  )

  app.post('/users/resend-email', { ...limited, ...accountCalls.resendEmail }, async (request, reply) => {
    refuseQuery(request)
    const { email } = accepted(validate(mailRequestFields, request.body, { country: defaultCountry }))
    const choose = ({ isEmailVerified }: UserRow) => (isEmailVerified ? null : 'verify-email')
    await mail({ attempt: { kind: 'mail-verify-email', of: email }, email, at: context.now(), choose })
    return reply.code(202).send()
  })

  // The specification's path has a trailing slash.
  for (const path of ['/forget-password', '/forget-password/']) {
    app.post(path, { ...limited, ...accountCalls.forgetPassword }, async (request, reply) => {
      refuseQuery(request)
      const { email, device = null } = accepted(
        validate(resetRequestFields, request.body, { country: defaultCountry }),
      )
      const known = await findDevice(context, email, device)
      const attempt: Attempt =
        known === null
          ? { kind: 'mail-reset-password', of: email }
          : { kind: 'mail-reset-of-device', of: known.toString('hex') }
      await mail({ attempt, email, at: context.now(), choose: () => 'reset-password' })
      return reply.code(202).send()
    })
  }
}

/**
 * Creates a seller, neither verified nor activated, and mails a link. If the address has an account, only its owner is
 * notified, by mail.
 */
const signUp = async (
  context: ServerContext,
  { password, ...input }: SignUp & { country: CountryCode; language: LanguageCode },
): Promise<void> => {
  const passwordHash = await hashPassword(password)
  await inTransaction(context, async (tx) => {
    const batch = newBatch(context)
    const user = await insertUser(tx, null, batch, {
      ...input,
      verb: 'user.register',
      role: 'seller',
      passwordHash,
      isEmailVerified: false,
      isActivated: false,
      activation: null,
    })
    const template = user === null ? 'account-exists' : 'verify-email'
    const attempt = { kind: 'mail-sign-up', of: input.email } as const
    await askForMail(tx, { attempt, email: input.email, at: batch.at, choose: () => template })
  })
}

/** Verifies the address of the link's user. @throws Refused `LINK_INVALID` */
const verifyEmail = async (context: ServerContext, token: string): Promise<void> => {
  await inTransaction(context, async (tx) => {
    const batch = newBatch(context)
    const user = await spendLink(tx, { token, purpose: 'verify-email', at: batch.at })
    const wanted = { isEmailVerified: true }
    await applyUserChange(tx, user, batch, { user, verb: 'user.verify-email', wanted })
  })
}

/**
 * Sets a new password, ends all sessions and links, and verifies the address, which the mail's reader owns. @throws Refused
 * `LINK_INVALID`
 */
const resetPassword = async (
  context: ServerContext,
  { token, password }: { token: string; password: string },
): Promise<void> => {
  const passwordHash = await hashPassword(password)
  await inTransaction(context, async (tx) => {
    const batch = newBatch(context)
    const user = await spendLink(tx, { token, purpose: 'reset-password', at: batch.at })
    refuseWeakPassword(password, user.role)
    const wanted = { passwordHash, isEmailVerified: true }
    await applyUserChange(tx, user, batch, { user, verb: 'user.reset-password', wanted })
    await reopenAccount(tx, user.email)
    // The other links ended too, so a new request need not wait.
    await clearAttempts(tx, { kind: 'mail-reset-password', of: user.email })
  })
}
