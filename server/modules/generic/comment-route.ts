import type { FastifyContextConfig, FastifyInstance } from 'fastify'
import type { CommentedResource } from '../../../domain/comments/comment.ts'
import type { ServerContext } from '../../db/context.ts'
import type { Bulk } from '../../jobs/define-bulk.ts'
import { answerBulk } from './answer-bulk.ts'

/** `PUT {resource}/comment`. */
export const commentRoute = (
  app: FastifyInstance,
  context: ServerContext,
  resource: CommentedResource,
  calls: { commentMany: { config: FastifyContextConfig } },
  bulk: Bulk,
): void => {
  app.put(`/${resource}/comment`, calls.commentMany, (request, reply) =>
    answerBulk(context, request, reply, bulk),
  )
}
