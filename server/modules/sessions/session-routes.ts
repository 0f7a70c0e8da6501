import type { FastifyInstance, FastifyRequest } from 'fastify'
import { defaultCountry } from '../../../domain/countries.ts'
import { validate } from '../../../domain/lib/validate.ts'
import { credentialFields } from '../../../domain/users/user.ts'
import { clientAddress } from '../../client-address.ts'
import type { ServerContext } from '../../context.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { inOwnTransaction } from '../../http/auth.ts'
import { recordId, refuseQuery } from '../../http/request-parts.ts'
import { accepted, Refused } from '../../refused.ts'
import type { Session } from './find-session.ts'
import { logIn } from './log-in.ts'
import { endOtherSessions, endOwnSession, listOwnSessions } from './own-sessions.ts'
import { revokeSession } from './revoke-sessions.ts'
import { sessionCalls } from './session-calls.ts'

export const sessionRoutes = (app: FastifyInstance, context: ServerContext): void => {
  app.post('/sessions', sessionCalls.logIn, async (request) => {
    refuseQuery(request)
    const credentials = accepted(validate(credentialFields, request.body, { country: defaultCountry }))
    return logIn(context, credentials, {
      address: clientAddress(request),
      userAgent: request.headers['user-agent'],
    })
  })

  app.get('/sessions/current', sessionCalls.current, async (request) => {
    refuseQuery(request)
    return sessionOf(request).user
  })

  app.delete('/sessions/current', sessionCalls.logOut, async (request, reply) => {
    refuseQuery(request)
    const { tokenHash } = sessionOf(request)
    await inTransaction(context, (tx) => revokeSession(tx, tokenHash, context.now()), small)
    return reply.code(204).send()
  })

  app.get('/sessions', sessionCalls.list, async (request) => {
    refuseQuery(request)
    return listOwnSessions(context, sessionOf(request))
  })

  app.delete('/sessions/others', sessionCalls.endOthers, async (request, reply) => {
    refuseQuery(request)
    const session = sessionOf(request)
    await inOwnTransaction(context, request, (tx) => endOtherSessions(tx, session, context.now()), small)
    return reply.code(204).send()
  })

  app.delete('/sessions/:id', sessionCalls.end, async (request, reply) => {
    refuseQuery(request)
    const [session, id] = [sessionOf(request), recordId(request)]
    await inOwnTransaction(context, request, (tx) => endOwnSession(tx, session, id, context.now()), small)
    return reply.code(204).send()
  })
}

const small = { isSmall: true }

const sessionOf = ({ session }: FastifyRequest): Session => {
  if (session === null) throw new Refused('UNAUTHORIZED')
  return session
}
