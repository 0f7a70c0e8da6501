import type { FastifyInstance } from 'fastify'
import type { ServerContext } from '../../context.ts'
import { commentRoute } from '../../crud/comment-bulk.ts'
import { moveRoutes, recordRoutes } from '../../crud/record-routes.ts'
import { expeditionCalls } from './expedition-calls.ts'
import { expeditionBulks, expeditionKind } from './expedition-kind.ts'

export const expeditionRoutes = (app: FastifyInstance, context: ServerContext): void => {
  recordRoutes(app, context, expeditionKind, expeditionCalls, expeditionBulks)
  moveRoutes(app, context, expeditionKind, expeditionCalls, expeditionBulks)
  commentRoute(app, context, 'expeditions', expeditionCalls, expeditionBulks.comment)
}
