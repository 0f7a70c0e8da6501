import type { FastifyInstance } from 'fastify'
import type { ServerContext } from '../context.ts'
import { healthCalls } from './health-calls.ts'

/** `/healthz`: the process lives. `/readyz`: it reaches its database; 503 takes it out of a load balancer. */
export const registerHealth = (app: FastifyInstance, { pool }: ServerContext): void => {
  app.get('/healthz', healthCalls.alive, async () => ({ status: 'ok' }))
  app.get('/readyz', healthCalls.ready, async () => {
    await pool.query('select 1')
    return { status: 'ready' }
  })
}
