import type { FastifyInstance } from 'fastify'
import type { ServerContext } from '../context.ts'

/** `/healthz`: the process lives. `/readyz`: it reaches its database; 503 takes it out of a load balancer. */
export const registerHealth = (app: FastifyInstance, { pool }: ServerContext): void => {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async () => {
    await pool.query('select 1')
    return { status: 'ready' }
  })
}
