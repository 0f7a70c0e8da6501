import type { FastifyInstance } from 'fastify'
import { analyticsShapes, productRatesShapes } from '../../../domain/analytics/analytics.ts'
import { countryCodes } from '../../../domain/core/countries.ts'
import type { ServerContext } from '../../db/context.ts'
import { permit } from '../../http/auth.ts'
import { queryOf, recordId, refuseQuery } from '../../http/request-parts.ts'
import { readFor } from '../../http/standby-calls.ts'
import { shapesJson } from '../../openapi/content.ts'
import { describe } from '../../openapi/describe.ts'
import { productKind } from '../../resources/products.ts'
import { getRecord } from '../../resources/record-routes.ts'
import { profitRoutes } from './profit.ts'
import { readAnalytics, readProductRates } from './queries.ts'

export const analyticsCalls = {
  analytics: describe.call({
    id: 'getAnalytics',
    detail: 'In the currency of a country. A seller sees their own orders, a moderator those of the country.',
    tag: 'analytics',
    summary: "Read the dashboard's figures over the orders of a period, beside those of the period before",
    verbs: ['analytics.view'],
    query: {
      country: { kind: 'choice', values: countryCodes },
      seller: { kind: 'reference', resource: 'users' },
      startDate: { kind: 'date' },
      endDate: { kind: 'date' },
    },
    answers: { 200: shapesJson('Analytics', analyticsShapes) },
  }),
  rates: describe.call({
    id: 'getProductRates',
    detail: 'Confirmation and delivery rate and what a parcel cost, over its own orders.',
    tag: 'products',
    summary: 'Read what a product has really done, to begin a calculation from',
    verbs: ['product.rates'],
    answers: { 200: shapesJson('ProductRates', productRatesShapes) },
  }),
}

export const analyticsRoutes = (app: FastifyInstance, context: ServerContext): void => {
  profitRoutes(app, context)

  app.get('/analytics', analyticsCalls.analytics, async (request) => {
    const actor = permit(request, 'analytics.view')
    refuseQuery(request, ['country', 'seller', 'startDate', 'endDate'])
    return readFor(context, request, (place) => readAnalytics(place, actor, queryOf(request)))
  })

  app.get('/products/:id/rates', analyticsCalls.rates, async (request) => {
    refuseQuery(request)
    const { actor } = request
    const id = recordId(request)
    return readFor(context, request, async ({ db }) =>
      readProductRates(db, await getRecord(db, productKind.read, actor, 'product.rates', id)),
    )
  })
}
