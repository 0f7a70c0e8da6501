import { analyticsShapes, productRatesShapes } from '../../../domain/analytics/analytics.ts'
import { countryCodes } from '../../../domain/countries.ts'
import { shapesJson } from '../../openapi/content.ts'
import { describe } from '../../openapi/describe.ts'

/** What the calls of the dashboard take and answer. */
export const analyticsCalls = {
  analytics: describe.call({
    id: 'getAnalytics',
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
    tag: 'products',
    summary: 'Read what a product has really done, to begin a calculation from',
    verbs: ['product.rates'],
    answers: { 200: shapesJson('ProductRates', productRatesShapes) },
  }),
}
