import type { FastifyInstance } from 'fastify'
import { plans } from '../../../domain/plans/plan.ts'
import type { ServerContext } from '../../db/context.ts'
import { describe } from '../../openapi/describe.ts'
import { packageBulks, packageKind } from '../../services/goods/package-definition.ts'
import { recordRoutes } from '../generic/routes.ts'

/** What the calls of packages take and answer. */
export const packageCalls = {
  list: describe.list('packages'),
  one: describe.one('packages'),
  create: describe.create('packages', plans.fields, { refuses: ['PACK_TAKEN'] }),
  update: describe.update('packages', plans.fields, { refuses: ['PACK_TAKEN'] }),
  deleteMany: describe.deleteMany('packages'),
}

/** Plans are the same in every country. */
export const packageRoutes = (app: FastifyInstance, context: ServerContext): void =>
  recordRoutes(app, context, packageKind, packageCalls, packageBulks)
