import type { FastifyInstance } from 'fastify'
import type { ServerContext } from '../../context.ts'
import { recordRoutes } from '../../crud/record-routes.ts'
import { productCalls } from './product-calls.ts'
import { productBulks, productKind } from './product-kind.ts'

export const productRoutes = (app: FastifyInstance, context: ServerContext): void =>
  recordRoutes(app, context, productKind, productCalls, productBulks)
