import type { FastifyInstance } from 'fastify'
import { answerMoveFields } from '../../../domain/lib/answer-status.ts'
import { requests as requestDefinition } from '../../../domain/requests/request.ts'
import type { ServerContext } from '../../db/context.ts'
import { describe } from '../../openapi/describe.ts'
import { requestBulks, requestKind } from '../../services/goods/request-definition.ts'
import { commentRoute, moveRoutes, recordRoutes } from '../generic/routes.ts'

const verbs = ['request.confirm', 'request.unconfirm', 'request.mark'] as const

/** What the calls of requests take and answer. */
export const requestCalls = {
  list: describe.list('requests'),
  one: describe.one('requests'),
  create: describe.create('requests', requestDefinition.fields, { refuses: ['OWNER_NOT_FOUND'] }),
  update: describe.update('requests', requestDefinition.updateFields),
  move: describe.move('requests', answerMoveFields, { verbs, refuses: ['ALREADY_THERE'] }),
  moveMany: describe.moveMany('requests', answerMoveFields, { verbs }),
  commentMany: describe.commentMany('requests'),
  deleteMany: describe.deleteMany('requests'),
}

export const requestRoutes = (app: FastifyInstance, context: ServerContext): void => {
  recordRoutes(app, context, requestKind, requestCalls, requestBulks)
  moveRoutes(app, context, requestKind, requestCalls, requestBulks)
  commentRoute(app, context, 'requests', requestCalls, requestBulks.comment)
}
