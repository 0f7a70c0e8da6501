import type { FastifyInstance } from 'fastify'
import { passkeyOptionsShapes } from '../../../domain/users/passkeys.ts'
import { optionsToUse } from '../../auth/passkeys.ts'
import type { ServerContext } from '../../db/context.ts'
import { inOwnTransaction } from '../../http/auth.ts'
import { proofRefusals, proofSchema, proveCaller } from '../../http/prove-caller.ts'
import { refuseBody, refuseQuery } from '../../http/request-parts.ts'
import { json, shapesJson } from '../../openapi/content.ts'
import { describe } from '../../openapi/describe.ts'

const proofCalls = {
  prove: describe.call({
    id: 'proveSession',
    isOpenToEnrolment: true,
    tag: 'sessions',
    summary: 'Say again who is at the keyboard, by password, code or passkey',
    detail:
      'Calls that let somebody in, send data or pay money out, or erase people are 403 `PROOF_NEEDED` ten minutes after the login, or after the last proof. A wrong password, code or passkey counts as a failed login.',
    body: json(proofSchema),
    answers: { 204: null },
    refuses: proofRefusals,
  }),
  options: describe.call({
    id: 'beginPasskeyProof',
    isOpenToEnrolment: true,
    tag: 'sessions',
    summary: 'Begin a proof by passkey',
    detail:
      'The answer is for the browser (`navigator.credentials.get`), valid for five minutes and one call that takes a proof.',
    answers: { 201: shapesJson('PasskeyProofOptions', passkeyOptionsShapes) },
    refuses: ['PASSKEYS_UNAVAILABLE'],
  }),
}

/** Saying again who is at the keyboard. */
export const proofRoutes = (app: FastifyInstance, context: ServerContext): void => {
  app.post('/sessions/proof', proofCalls.prove, async (request, reply) => {
    await proveCaller(context, request, { needsFactor: false })
    return reply.code(204).send()
  })

  app.post('/sessions/proof/passkey-options', proofCalls.options, async (request, reply) => {
    refuseQuery(request)
    refuseBody(request)
    const { id } = request.actor
    const options = await inOwnTransaction(context, request, (tx) => optionsToUse(tx, context, 'prove', id))
    return reply.code(201).header('cache-control', 'no-store').send({ options })
  })
}
