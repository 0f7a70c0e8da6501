import type { FastifyInstance } from 'fastify'
import type { DemoCompany } from '../../../domain/users/user.ts'
import { refuseQuery } from '../../http/request-parts.ts'
import { Refused } from '../../refused.ts'
import { sessionCalls } from './session-calls.ts'

/** `GET sessions/demo`: the demo company's logins for the login screen; a real company has none. */
export const demoRoutes = (app: FastifyInstance, demo: DemoCompany | null): void => {
  app.get('/sessions/demo', sessionCalls.demo, async (request) => {
    refuseQuery(request)
    if (demo === null) throw new Refused('NOT_FOUND')
    return demo
  })
}
