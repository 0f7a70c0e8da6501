import type { FastifyInstance } from 'fastify'
import { stockMovementShapes } from '../../../domain/fulfillment/stock-movement.ts'
import { parseListQuery } from '../../../domain/lib/list-query.ts'
import type { Product } from '../../../domain/products/product.ts'
import { accepted } from '../../core/errors.ts'
import type { ReadItems } from '../../crud/read-records.ts'
import type { ServerContext } from '../../db/context.ts'
import { queryOf, recordId, refuseQuery } from '../../http/request-parts.ts'
import { pageJson } from '../../openapi/content.ts'
import { describe } from '../../openapi/describe.ts'
import { titled } from '../../openapi/json-schema.ts'
import { pageParameters } from '../../openapi/list-parameters.ts'
import { shapesSchema } from '../../openapi/schemas.ts'
import { listMovements } from '../../queries/stock-movements.ts'
import { getRecord } from '../record-routes.ts'

const movementCalls = {
  movements: describe.call({
    id: 'listStockMovements',
    tag: 'products',
    summary: 'Read the stock movements of a product, newest first',
    detail:
      'Their pieces add up to the product’s `quantity`. A line whose pieces have the other sign than usual takes an earlier one back.',
    verbs: ['product.view'],
    parameters: pageParameters(100),
    answers: {
      200: pageJson('StockMovementsPage', titled('StockMovement', shapesSchema(stockMovementShapes))),
    },
  }),
}

/** Lines have a fixed order. */
const movementsPage = { filters: {}, sorts: ['at'] }

export const movementRoutes =
  (read: ReadItems<Product>) =>
  (app: FastifyInstance, context: ServerContext): void => {
    app.get('/products/:id/movements', movementCalls.movements, async (request) => {
      refuseQuery(request, ['limit', 'skip'])
      const page = accepted(parseListQuery(movementsPage, { limit: '100', ...queryOf(request) }))
      const { id } = await getRecord(context.db, read, request.actor, 'product.view', recordId(request))
      return listMovements(context.db, id, page)
    })
  }
