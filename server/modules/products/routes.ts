import type { FastifyInstance } from 'fastify'
import { productFields, productUpdateFields } from '../../../domain/products/product.ts'
import type { ServerContext } from '../../db/context.ts'
import { describe } from '../../openapi/describe.ts'
import { productBulks, productKind } from '../../services/goods/product-definition.ts'
import { recordRoutes } from '../generic/routes.ts'

/** What the calls of products take and answer. */
export const productCalls = {
  list: describe.list('products'),
  one: describe.one('products'),
  create: describe.create('products', productFields, {
    refuses: ['OWNER_NOT_FOUND', 'AFFILIATE_NOT_FOUND'],
  }),
  update: describe.update('products', productUpdateFields, { refuses: ['STOCK_RESERVED'] }),
  deleteMany: describe.deleteMany('products'),
}

export const productRoutes = (app: FastifyInstance, context: ServerContext): void =>
  recordRoutes(app, context, productKind, productCalls, productBulks)
