import type { FastifyInstance } from 'fastify'
import { Refused } from '../../core/errors.ts'
import { describe } from '../../openapi/describe.ts'
import type { Metrics } from './metrics.ts'

const call = describe.call({
  id: 'readMetrics',
  tag: 'health',
  summary: 'Figures of this server for Prometheus',
  detail: 'Takes `Authorization: Bearer` with `METRICS_TOKEN`. Where none is set, it is not found.',
  access: 'public',
  answers: { 200: { media: 'text/plain', schema: { type: 'string' } } },
  refuses: ['UNAUTHORIZED', 'NOT_FOUND'],
})

/** `GET /metrics`. */
export const metricsRoutes = (app: FastifyInstance, metrics: Metrics | null): void => {
  app.get('/metrics', { exposeHeadRoute: false, ...call }, async (request, reply) => {
    if (metrics === null) throw new Refused('NOT_FOUND')
    if (!metrics.admits(request.headers.authorization)) throw new Refused('UNAUTHORIZED')
    reply.header('content-type', metrics.contentType).header('cache-control', 'no-store')
    return metrics.read()
  })
}
