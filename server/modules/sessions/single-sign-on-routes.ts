import type { FastifyInstance } from 'fastify'
import { paths } from '../../../domain/access/paths.ts'
import { defaultCountry } from '../../../domain/core/countries.ts'
import { validate } from '../../../domain/lib/validate.ts'
import {
  providersShapes,
  signOnFields,
  signOnStartFields,
  signOnStartShapes,
} from '../../../domain/users/single-sign-on.ts'
import { sessionRecordShapes } from '../../../domain/users/user.ts'
import { countStart, type Providers } from '../../auth/oidc/open-providers.ts'
import { isSignedInAnew, storeSignOn, takeSignOn } from '../../auth/oidc/sign-ons.ts'
import { finishFirstStep } from '../../auth/open-session.ts'
import { accepted, Refused } from '../../core/errors.ts'
import { newBatch } from '../../crud/record-changes.ts'
import type { ServerContext } from '../../db/context.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { clientOfCall, refuseQuery } from '../../http/request-parts.ts'
import { fieldsJson, shapesJson } from '../../openapi/content.ts'
import { describe } from '../../openapi/describe.ts'
import { identifyUser } from '../../services/users/identify-user.ts'
import { recordLogin } from '../../services/users/record-access.ts'

const shared = { tag: 'sessions', access: 'public' } as const

const calls = {
  providers: describe.call({
    ...shared,
    id: 'listSignOnProviders',
    summary: 'List the identity providers of the login',
    detail: 'Empty where people log in by password alone.',
    answers: { 200: shapesJson('SignOnProviders', providersShapes) },
  }),
  start: describe.call({
    ...shared,
    id: 'startSignOn',
    summary: 'Begin a login at an identity provider',
    detail:
      'Open `url`, and keep `flow` in the same browser for ten minutes. The provider sends the browser back to `/auth/sso/{provider}` with an answer in its query. With `isAnew`, for a locked screen, a session that is open at the provider is not enough: it asks the person to sign in, and an answer that does not say so (`auth_time`) is refused.',
    body: fieldsJson('SignOnBegin', signOnStartFields),
    isBodyOptional: true,
    answers: { 201: shapesJson('SignOnStart', signOnStartShapes) },
    refuses: ['NOT_FOUND', 'SSO_UNAVAILABLE', 'TOO_MANY_ATTEMPTS'],
  }),
  finish: describe.call({
    ...shared,
    id: 'finishSignOn',
    summary: 'Log in by the answer of an identity provider',
    detail:
      'Each `flow` is accepted once. The session is as that of a login by password; `signOutUrl` is the page of the provider that ends its session too; where a second step follows, it is in the refusal that asks for it.',
    body: fieldsJson('SignOn', signOnFields),
    answers: { 200: shapesJson('SessionRecord', sessionRecordShapes) },
    refuses: [
      'NOT_FOUND',
      'SSO_UNAVAILABLE',
      'SSO_REFUSED',
      'SSO_ENDED',
      'SSO_INVALID',
      'SSO_NOT_FRESH',
      'SSO_EMAIL_UNVERIFIED',
      'SSO_NOT_LINKED',
      'SSO_NO_ACCOUNT',
      'SECOND_FACTOR_REQUIRED',
    ],
  }),
}

type OfProvider = { Params: { provider: string } }

/** Logins at identity providers by OpenID Connect: code flow with PKCE, state and nonce. */
export const singleSignOnRoutes = (
  app: FastifyInstance,
  context: ServerContext,
  { providers, origin, clientOf, returnOf }: Providers,
): void => {
  app.get('/sessions/providers', calls.providers, async (request) => {
    refuseQuery(request)
    return { items: providers.map(({ id, name }) => ({ id, name })) }
  })

  app.post<OfProvider>('/sessions/providers/:provider/start', calls.start, async (request, reply) => {
    refuseQuery(request)
    const client = clientOf(request.params.provider)
    const sent = accepted(validate(signOnStartFields, request.body ?? {}, { country: defaultCountry }))
    const isAnew = sent.isAnew === true
    await countStart(context, request)
    const purpose = isAnew ? 'unlock' : 'login'
    const { url, secrets } = await client.begin(returnOf(client.provider.id).href, purpose)
    const flow = await storeSignOn(context, client.provider.id, secrets, { isAnew })
    return reply.code(201).send({ url, flow })
  })

  app.post<OfProvider>('/sessions/providers/:provider/finish', calls.finish, async (request) => {
    refuseQuery(request)
    const { provider, finish } = clientOf(request.params.provider)
    const sent = accepted(validate(signOnFields, request.body, { country: defaultCountry }))
    const begun = await takeSignOn(context, provider.id, sent.flow)
    if (begun === null) throw new Refused('SSO_ENDED')
    const { claims, signOutUrl, signedInFor } = await finish(
      returnOf(provider.id, sent.answer),
      begun,
      `${origin()}${paths.login()}`,
    )
    // Whoever opens the address may have left out what asks for a new sign-in.
    if (begun.isAnew && !isSignedInAnew(signedInFor, begun, context.now())) throw new Refused('SSO_NOT_FRESH')
    const { device, keep } = sent
    const client = clientOfCall(request)
    const login = {
      device,
      keep,
      ...client,
      record: recordLogin(context, client, 'provider'),
      policy: context.secondFactor,
      origin: context.origin,
      // Who may have been signed in for years has said nothing now.
      provenAt: signedInFor === null ? new Date(0) : new Date(context.now().getTime() - signedInFor),
    }
    const opened = await inTransaction(context, async (tx) => {
      const batch = newBatch(context)
      return finishFirstStep(tx, await identifyUser(tx, provider, claims, batch), login, batch.at)
    })
    const signOut = signOutUrl === null ? {} : { signOutUrl }
    if ('challenge' in opened) throw new Refused('SECOND_FACTOR_REQUIRED', { ...opened, ...signOut })
    return { ...opened.session, ...signOut }
  })
}
