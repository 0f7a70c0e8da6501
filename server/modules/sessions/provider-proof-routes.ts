import type { FastifyInstance } from 'fastify'
import type { Code } from '../../../domain/core/codes.ts'
import { validate } from '../../../domain/lib/validate.ts'
import { providerProofFields, signOnStartShapes } from '../../../domain/users/single-sign-on.ts'
import { countStart, type Providers } from '../../auth/oidc/open-providers.ts'
import { isSignedInAnew, storeSignOn, takeSignOn } from '../../auth/oidc/sign-ons.ts'
import { noteProof } from '../../auth/proof.ts'
import { accepted, Refused } from '../../core/errors.ts'
import type { ServerContext } from '../../db/context.ts'
import { admitAgain } from '../../http/auth.ts'
import { sessionOf } from '../../http/prove-caller.ts'
import { refuseBody, refuseQuery } from '../../http/request-parts.ts'
import { fieldsJson, shapesJson } from '../../openapi/content.ts'
import { describe } from '../../openapi/describe.ts'
import { useIdentity } from '../../services/users/keep-identities.ts'

const calls = {
  start: describe.call({
    id: 'beginProviderProof',
    isOpenToEnrolment: true,
    tag: 'sessions',
    summary: 'Begin a proof by signing in again at an identity provider',
    detail:
      'Open `url` in another window, where the provider asks the person to sign in although they may be signed in. It leads to `/auth/sso/{provider}` with an answer whose `state` begins with `prove.`; send it along with `flow` within ten minutes.',
    answers: { 201: shapesJson('SignOnStart', signOnStartShapes) },
    refuses: ['NOT_FOUND', 'SSO_UNAVAILABLE', 'TOO_MANY_ATTEMPTS'],
  }),
  finish: describe.call({
    id: 'finishProviderProof',
    isOpenToEnrolment: true,
    tag: 'sessions',
    summary: 'Say again who is at the keyboard, by the answer of an identity provider',
    detail:
      'As `POST sessions/proof`, for people whose account is linked to the provider. A refused answer is a wrong field: `SSO_OTHER_PERSON` if somebody else signed in, `SSO_NOT_FRESH` if nobody did.',
    body: fieldsJson('ProviderProof', providerProofFields),
    answers: { 204: null },
    refuses: ['NOT_FOUND', 'SSO_UNAVAILABLE'],
  }),
}

type OfProvider = { Params: { provider: string } }

/** Saying again who is at the keyboard, by signing in anew at a provider. */
export const providerProofRoutes = (
  app: FastifyInstance,
  context: ServerContext,
  { clientOf, returnOf }: Providers,
): void => {
  app.post<OfProvider>('/sessions/proof/providers/:provider/start', calls.start, async (request, reply) => {
    refuseQuery(request)
    refuseBody(request)
    await admitAgain(context, request)
    const { actor } = sessionOf(request)
    const { provider, begin } = clientOf(request.params.provider)
    await countStart(context, request)
    const { url, secrets } = await begin(returnOf(provider.id).href, 'proof')
    const flow = await storeSignOn(context, provider.id, secrets, { prover: actor.id })
    return reply.code(201).header('cache-control', 'no-store').send({ url, flow })
  })

  app.post<OfProvider>('/sessions/proof/providers/:provider/finish', calls.finish, async (request, reply) => {
    refuseQuery(request)
    await admitAgain(context, request)
    const session = sessionOf(request)
    const { actor } = session
    const { provider, finish } = clientOf(request.params.provider)
    const sent = accepted(validate(providerProofFields, request.body, { country: actor.country }))
    const begun = await takeSignOn(context, provider.id, sent.flow, actor.id)
    if (begun === null) throw wrongAnswer('SSO_ENDED')
    const answered = returnOf(provider.id, sent.answer)
    const { claims, signedInFor } = await finish(answered, begun, null).catch(refuseAtAnswer)
    const at = context.now()
    if (signedInFor === null || !isSignedInAnew(signedInFor, begun, at)) throw wrongAnswer('SSO_NOT_FRESH')
    if (!(await useIdentity(context, actor.id, { issuer: provider.issuer, subject: claims.sub })))
      throw wrongAnswer('SSO_OTHER_PERSON')
    await noteProof(context, session, new Date(at.getTime() - signedInFor))
    return reply.code(204).send()
  })
}

const wrongAnswer = (code: Code, reason?: string) =>
  new Refused('VALIDATION_FAILED', {
    errors: [{ path: 'answer', code }],
    ...(reason === undefined ? {} : { reason }),
  })

/** Within a session a refused answer is a wrong field: 401 would say that the session has ended. */
const refuseAtAnswer = (error: unknown): never => {
  if (error instanceof Refused && ['SSO_REFUSED', 'SSO_INVALID'].includes(error.code))
    throw wrongAnswer(error.code, error.reason)
  throw error
}
