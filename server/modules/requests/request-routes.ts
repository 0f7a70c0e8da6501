import type { FastifyInstance } from 'fastify'
import type { ServerContext } from '../../context.ts'
import { commentRoute } from '../../crud/comment-bulk.ts'
import { moveRoutes, recordRoutes } from '../../crud/record-routes.ts'
import { requestCalls } from './request-calls.ts'
import { requestBulks, requestKind } from './request-kind.ts'

export const requestRoutes = (app: FastifyInstance, context: ServerContext): void => {
  recordRoutes(app, context, requestKind, requestCalls, requestBulks)
  moveRoutes(app, context, requestKind, requestCalls, requestBulks)
  commentRoute(app, context, 'requests', requestCalls, requestBulks.comment)
}
