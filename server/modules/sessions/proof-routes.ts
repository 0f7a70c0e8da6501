import type { FastifyInstance } from 'fastify'
import { proofFields } from '../../../domain/users/second-factor.ts'
import type { ServerContext } from '../../db/context.ts'
import { proveCaller } from '../../http/prove-caller.ts'
import { fieldsJson } from '../../openapi/content.ts'
import { describe } from '../../openapi/describe.ts'

const proofCalls = {
  prove: describe.call({
    id: 'proveSession',
    tag: 'sessions',
    summary: 'Say again who is at the keyboard, by password or code',
    detail:
      'Calls that let somebody in, pay money out or erase a person are 403 `PROOF_NEEDED` ten minutes after the login, or after the last proof. A wrong password or code counts as a failed login.',
    body: fieldsJson('Proof', proofFields),
    answers: { 204: null },
    refuses: ['SECRETS_UNREADABLE', 'TOO_MANY_ATTEMPTS'],
  }),
}

/** Saying again who is at the keyboard. */
export const proofRoutes = (app: FastifyInstance, context: ServerContext): void => {
  app.post('/sessions/proof', proofCalls.prove, async (request, reply) => {
    await proveCaller(context, request, { needsFactor: false })
    return reply.code(204).send()
  })
}
