import type { FastifyInstance } from 'fastify'
import { packageFields } from '../../../domain/packages/package.ts'
import type { ServerContext } from '../../db/context.ts'
import { describe } from '../../openapi/describe.ts'
import { packageBulks, packageKind } from '../../services/goods/package-definition.ts'
import { recordRoutes } from '../generic/routes.ts'

/** What the calls of packages take and answer. */
export const packageCalls = {
  list: describe.list('packages'),
  one: describe.one('packages'),
  create: describe.create('packages', packageFields, { refuses: ['PACK_TAKEN'] }),
  update: describe.update('packages', packageFields, { refuses: ['PACK_TAKEN'] }),
  deleteMany: describe.deleteMany('packages'),
}

/** Plans are the same in every country. */
export const packageRoutes = (app: FastifyInstance, context: ServerContext): void =>
  recordRoutes(app, context, packageKind, packageCalls, packageBulks)
