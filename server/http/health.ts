import type { FastifyInstance } from 'fastify'
import type { ServerContext } from '../db/context.ts'
import { shapesJson } from '../openapi/content.ts'
import { describe } from '../openapi/describe.ts'

const shared = {
  tag: 'health',
  access: 'public',
  answers: { 200: shapesJson('Health', { status: { kind: 'choice', values: ['ok', 'ready'] } }) },
} as const

export const healthCalls = {
  alive: describe.call({ ...shared, id: 'checkAlive', summary: 'Whether the process lives' }),
  ready: describe.call({ ...shared, id: 'checkReady', summary: 'Whether it reaches its database' }),
}

/** `/healthz`: the process lives. `/readyz`: it reaches its database; 503 takes it out of a load balancer. */
export const registerHealth = (app: FastifyInstance, { pool }: ServerContext): void => {
  app.get('/healthz', healthCalls.alive, async () => ({ status: 'ok' }))
  app.get('/readyz', healthCalls.ready, async () => {
    await pool.query('select 1')
    return { status: 'ready' }
  })
}
