import type { FastifyInstance, FastifyRequest } from 'fastify'
import { defaultCountry } from '../../../domain/countries.ts'
import { defaultLanguage } from '../../../domain/languages.ts'
import { validate } from '../../../domain/lib/validate.ts'
import {
  countryOfSignUp,
  mailRequestFields,
  resetRequestFields,
  signUpFields,
} from '../../../domain/users/sign-up.ts'
import { passwordFields } from '../../../domain/users/user.ts'
import { type Attempt, refuseTooMany } from '../../attempts.ts'
import { clientAddress } from '../../client-address.ts'
import type { ServerContext } from '../../context.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { acceptedLanguages } from '../../http/accepted-languages.ts'
import { refuseBody, refuseQuery } from '../../http/request-parts.ts'
import { accepted } from '../../refused.ts'
import { findDevice } from '../sessions/known-devices.ts'
import { refuseCommonPassword } from '../users/check-password.ts'
import type { UserRow } from '../users/read-users.ts'
import { accountCalls } from './account-calls.ts'
import { askForMail, type MailRequest } from './ask-for-mail.ts'
import { resetPassword, verifyEmail } from './follow-link.ts'
import { signUp } from './sign-up.ts'
import { steadily } from './steadily.ts'

type Linked = { Params: { token: string } }

/** What people do with an account before they have a session. No answer tells whether an address has one. */
export const accountRoutes = (app: FastifyInstance, context: ServerContext): void => {
  const limited = {
    onRequest: async (request: FastifyRequest) => {
      const attempt = { kind: 'account-call', of: clientAddress(request) } as const
      await inTransaction(context, (tx) => refuseTooMany(tx, [attempt], context.now()))
    },
  } as const

  const mail = (wanted: MailRequest): Promise<void> =>
    steadily(() => inTransaction(context, (tx) => askForMail(tx, wanted)))

  app.post('/users/register', { ...limited, ...accountCalls.register }, async (request, reply) => {
    refuseQuery(request)
    const country = countryOfSignUp(request.body)
    const input = accepted(validate(signUpFields, request.body, { country }))
    refuseCommonPassword(input.password)
    const [spoken = defaultLanguage] = acceptedLanguages(request.headers['accept-language'])
    await steadily(() => signUp(context, { ...input, country, language: input.language ?? spoken }))
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

  app.post<Linked>(
    '/password-reset/:token',
    { ...limited, ...accountCalls.resetPassword },
    async (request, reply) => {
      refuseQuery(request)
      const { password } = accepted(validate(passwordFields, request.body, { country: defaultCountry }))
      refuseCommonPassword(password)
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

  // The spec's own call has the slash at its end.
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
