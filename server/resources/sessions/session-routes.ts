import type { FastifyInstance } from 'fastify'
import { defaultCountry } from '../../../domain/countries.ts'
import { validate } from '../../../domain/lib/field.ts'
import { credentialFields } from '../../../domain/users/user.ts'
import type { ServerContext } from '../../context.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import { refuseQuery } from '../../plugins/request-parts.ts'
import { accepted, Refused } from '../../refused.ts'
import { logIn } from './log-in.ts'
import { revokeSession } from './revoke-sessions.ts'
import { sessionCalls } from './session-calls.ts'

export const sessionRoutes = (app: FastifyInstance, context: ServerContext): void => {
  app.post('/sessions', sessionCalls.logIn, async (request, reply) => {
    refuseQuery(request)
    const credentials = accepted(validate(credentialFields, request.body, { country: defaultCountry }))
    reply.header('cache-control', 'no-store')
    return logIn(context, credentials, request.ip)
  })

  app.get('/sessions/current', sessionCalls.current, async (request, reply) => {
    refuseQuery(request)
    if (request.session === null) throw new Refused('UNAUTHORIZED')
    reply.header('cache-control', 'no-store')
    return request.session.user
  })

  app.delete('/sessions/current', sessionCalls.logOut, async (request, reply) => {
    refuseQuery(request)
    const { session } = request
    if (session === null) throw new Refused('UNAUTHORIZED')
    await inTransaction(context, (tx) => revokeSession(tx, session.tokenHash, context.now()))
    return reply.code(204).send()
  })
}
