import type { FastifyInstance } from 'fastify'
import type { ServerContext } from '../../context.ts'
import { recordRoutes } from '../../crud/record-routes.ts'
import { packageCalls } from './package-calls.ts'
import { packageBulks, packageKind } from './package-kind.ts'

/** Plans are the same in every country. */
export const packageRoutes = (app: FastifyInstance, context: ServerContext): void =>
  recordRoutes(app, context, packageKind, packageCalls, packageBulks)
