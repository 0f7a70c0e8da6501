import type { FastifyInstance } from 'fastify'
import type { ServerContext } from '../../context.ts'
import { permit } from '../../http/auth.ts'
import { queryOf, recordId, refuseQuery } from '../../http/request-parts.ts'
import { getRecord } from '../../crud/get-record.ts'
import { readProducts } from '../products/read-products.ts'
import { analyticsCalls } from './analytics-calls.ts'
import { readAnalytics } from './read-analytics.ts'
import { readProductRates } from './read-product-rates.ts'

export const analyticsRoutes = (app: FastifyInstance, context: ServerContext): void => {
  app.get('/analytics', analyticsCalls.analytics, async (request) => {
    const actor = permit(request, 'analytics.view')
    refuseQuery(request, ['country', 'seller', 'startDate', 'endDate'])
    return readAnalytics(context, actor, queryOf(request))
  })

  app.get('/products/:id/rates', analyticsCalls.rates, async (request) => {
    refuseQuery(request)
    const product = await getRecord(
      context.db,
      readProducts,
      request.actor,
      'product.rates',
      recordId(request),
    )
    return readProductRates(context.db, product)
  })
}
