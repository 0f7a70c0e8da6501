import type { FastifyInstance } from 'fastify'
import { expeditions as expeditionDefinition } from '../../../domain/expeditions/expedition.ts'
import { answerMoveFields } from '../../../domain/lib/answer-status.ts'
import type { ServerContext } from '../../db/context.ts'
import { describe } from '../../openapi/describe.ts'
import { expeditionBulks, expeditionKind } from '../../services/goods/expedition-definition.ts'
import { commentRoute, moveRoutes, recordRoutes } from '../generic/routes.ts'

const verbs = ['expedition.confirm', 'expedition.unconfirm', 'expedition.mark'] as const

/** What the calls of expeditions take and answer. */
export const expeditionCalls = {
  list: describe.list('expeditions'),
  one: describe.one('expeditions'),
  create: describe.create('expeditions', expeditionDefinition.fields, {
    refuses: ['OWNER_NOT_FOUND', 'PRODUCT_NOT_FOUND'],
  }),
  update: describe.update('expeditions', expeditionDefinition.updateFields, {
    refuses: ['PRODUCT_NOT_FOUND', 'EXPEDITION_IS_CONFIRMED'],
  }),
  move: describe.move('expeditions', answerMoveFields, {
    verbs,
    refuses: ['ALREADY_THERE', 'STOCK_USED', 'TOO_LARGE'],
  }),
  moveMany: describe.moveMany('expeditions', answerMoveFields, { verbs, refuses: ['TOO_LARGE'] }),
  commentMany: describe.commentMany('expeditions'),
  deleteMany: describe.deleteMany('expeditions'),
}

export const expeditionRoutes = (app: FastifyInstance, context: ServerContext): void => {
  recordRoutes(app, context, expeditionKind, expeditionCalls, expeditionBulks)
  moveRoutes(app, context, expeditionKind, expeditionCalls, expeditionBulks)
  commentRoute(app, context, 'expeditions', expeditionCalls, expeditionBulks.comment)
}
