import type { FastifyInstance, FastifyRequest } from 'fastify'
import { defaultCountry } from '../../../domain/core/countries.ts'
import { validate } from '../../../domain/lib/validate.ts'
import { openSessionShapes } from '../../../domain/users/profile.ts'
import {
  credentialFields,
  type DemoCompany,
  demoCompanyShapes,
  sessionRecordShapes,
  sessionUserShapes,
} from '../../../domain/users/user.ts'
import type { Session } from '../../auth/find-session.ts'
import { clientAddress } from '../../core/client-address.ts'
import { accepted, Refused } from '../../core/errors.ts'
import type { ServerContext } from '../../db/context.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { inOwnTransaction } from '../../http/auth.ts'
import { recordId, refuseQuery } from '../../http/request-parts.ts'
import { fieldsJson, pageJson, shapesJson } from '../../openapi/content.ts'
import { describe } from '../../openapi/describe.ts'
import { titled } from '../../openapi/json-schema.ts'
import { shapesSchema } from '../../openapi/schemas.ts'
import { endOtherSessions, endOwnSession, listOwnSessions, revokeSession } from './end-sessions.ts'
import { logIn } from './log-in.ts'

/** What the calls of sessions take and answer. */
export const sessionCalls = {
  logIn: describe.call({
    id: 'logIn',
    tag: 'sessions',
    summary: 'Log in',
    detail:
      'The token of the answer goes into the `Authorization` header of every other call. With `device: null` the answer has a `device` as well: sent along with the next login, it is not locked out by the failed logins of others.',
    access: 'public',
    body: fieldsJson('Credentials', credentialFields),
    answers: { 200: shapesJson('SessionRecord', sessionRecordShapes) },
    refuses: ['BAD_CREDENTIALS', 'TOO_MANY_ATTEMPTS'],
  }),
  current: describe.call({
    id: 'getCurrentSession',
    tag: 'sessions',
    summary: 'Read who is logged in',
    access: 'session',
    answers: { 200: shapesJson('SessionUser', sessionUserShapes) },
  }),
  logOut: describe.call({
    id: 'logOut',
    tag: 'sessions',
    summary: 'End the session',
    access: 'session',
    answers: { 204: null },
  }),
  list: describe.call({
    id: 'listOwnSessions',
    tag: 'sessions',
    summary: 'List where one is signed in, this session first',
    answers: { 200: pageJson('OpenSessionsPage', titled('OpenSession', shapesSchema(openSessionShapes))) },
  }),
  end: describe.call({
    id: 'endSession',
    tag: 'sessions',
    locks: 'self',
    summary: 'End one of one’s own sessions',
    answers: { 204: null },
  }),
  endOthers: describe.call({
    id: 'endOtherSessions',
    tag: 'sessions',
    locks: 'self',
    summary: 'End every session of one’s own but this one',
    answers: { 204: null },
  }),
  demo: describe.call({
    id: 'getDemoCompany',
    tag: 'sessions',
    summary: "Read the demo company's logins, where it is loaded",
    access: 'public',
    answers: { 200: shapesJson('DemoCompany', demoCompanyShapes) },
    refuses: ['NOT_FOUND'],
  }),
}

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

/** `GET sessions/demo`: the demo company's logins for the login screen; a real company has none. */
export const demoRoutes = (app: FastifyInstance, demo: DemoCompany | null): void => {
  app.get('/sessions/demo', sessionCalls.demo, async (request) => {
    refuseQuery(request)
    if (demo === null) throw new Refused('NOT_FOUND')
    return demo
  })
}
