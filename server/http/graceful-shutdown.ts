import type { Socket } from 'node:net'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Pool, PoolClient } from 'pg'
import { Refused } from '../core/errors.ts'
import type { ServerContext } from '../db/context.ts'
import { shapesJson } from '../openapi/content.ts'
import { describe } from '../openapi/describe.ts'

/**
 * Once the server closes, calls that still come are refused as any other is, with the words that they are to come
 * again. Register it before what closing waits for.
 */
export const refuseWhileClosing = (app: FastifyInstance): void => {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onRequest', async () => {
    if (isClosing) throw new Refused('INTERRUPTED')
  })
}

/**
 * Ends, once all else has ended, the connections on which no call has ever come: browsers and proxies open some ahead,
 * and Node counts them as busy until their headers are overdue. Register it last.
 */
export const endUnusedConnections = (app: FastifyInstance): void => {
  const unused = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  app.server.on('request', ({ socket }) => unused.delete(socket))
  app.addHook('preClose', async () => {
    // What has arrived meanwhile is read first.
    await setImmediate()
    for (const socket of unused) if (socket.bytesRead === 0) socket.destroy()
  })
}

const shared = {
  tag: 'health',
  access: 'public',
  answers: { 200: shapesJson('Health', { status: { kind: 'choice', values: ['ok', 'ready'] } }) },
} as const

const healthCalls = {
  alive: describe.call({ ...shared, id: 'checkAlive', summary: 'Whether the process lives' }),
  ready: describe.call({ ...shared, id: 'checkReady', summary: 'Whether it reaches its database' }),
}

/** `/healthz`: the process lives. `/readyz`: it reaches its database; 503 takes it out of a load balancer. */
export const registerHealth = (app: FastifyInstance, { pool }: ServerContext): void => {
  app.get('/healthz', healthCalls.alive, async () => ({ status: 'ok' }))
  // Strangers may ask as often as they like: those who ask at the same time share one answer, and one connection.
  let asking: Promise<void> | null = null
  app.get('/readyz', healthCalls.ready, async () => {
    asking ??= probeDatabase(pool).finally(() => {
      asking = null
    })
    await asking
    return { status: 'ready' }
  })
}

/** Less than load balancers wait for the answer. */
const MAX_PROBE_MS = 2_000

/**
 * A connection that does not answer in time is closed: a pooler whose database is gone keeps a query waiting for longer
 * than any probe does, and probes would fill the pool. @throws Refused `DATABASE_UNAVAILABLE`
 */
const probeDatabase = async (pool: Pool): Promise<void> => {
  let client: PoolClient | null = null
  let isLate = false
  const ask = async (): Promise<void> => {
    const connected = await pool.connect()
    if (isLate) return connected.release()
    client = connected
    const failure = await connected.query('select 1').then(
      () => undefined,
      (error: Error) => error,
    )
    if (!isLate) connected.release(failure)
    if (failure !== undefined) throw failure
  }
  const asking = ask()
  asking.catch(() => undefined)
  const answered = new AbortController()
  const waiting = sleep(MAX_PROBE_MS, 'late' as const, { signal: answered.signal }).catch(() => undefined)
  try {
    if ((await Promise.race([asking, waiting])) !== 'late') return
    isLate = true
    ;(client as PoolClient | null)?.release(true)
    throw new Refused('DATABASE_UNAVAILABLE', { reason: `no answer within ${MAX_PROBE_MS} ms` })
  } finally {
    answered.abort()
  }
}
