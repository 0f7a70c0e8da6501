import type { Socket } from 'node:net'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Pool, PoolClient } from 'pg'
import { Refused } from '../core/errors.ts'
import type { ServerContext } from '../db/context.ts'
import { shapesJson } from '../openapi/content.ts'
import { describe } from '../openapi/describe.ts'
import { healthStatuses } from '../openapi/enumerations.ts'

/** While closing, refuses new calls with "try again". Register it before hooks that closing waits for. */
export const refuseWhileClosing = (app: FastifyInstance): void => {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onRequest', async () => {
    if (isClosing) throw new Refused('INTERRUPTED')
  })
}

/** At the end of closing, ends connections that never sent a call, which Node would wait for. Register it last. */
export const endUnusedConnections = (app: FastifyInstance): void => {
  const unused = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  app.server.on('request', ({ socket }) => unused.delete(socket))
  app.addHook('preClose', async () => {
    // Bytes that have arrived are read first.
    await setImmediate()
    for (const socket of unused) if (socket.bytesRead === 0) socket.destroy()
  })
}

const shared = {
  tag: 'health',
  access: 'public',
  answers: { 200: shapesJson('Health', { status: { kind: 'choice', values: healthStatuses } }) },
} as const

const healthCalls = {
  alive: describe.call({
    ...shared,
    id: 'checkAlive',
    detail: 'Asks nothing of the database, so that an unreachable one does not restart the process.',
    summary: 'Whether the process lives',
  }),
  ready: describe.call({
    ...shared,
    id: 'checkReady',
    detail: 'Refused while it does not, for load balancers.',
    summary: 'Whether it reaches its database',
  }),
}

/** `/healthz`: alive. `/readyz`: the database is reachable, else 503 for load balancers. */
export const registerHealth = (app: FastifyInstance, { pool }: ServerContext): void => {
  app.get('/healthz', healthCalls.alive, async () => ({ status: 'ok' }))
  // Concurrent probes share one query and connection.
  let asking: Promise<void> | null = null
  app.get('/readyz', healthCalls.ready, async () => {
    asking ??= probeDatabase(pool).finally(() => {
      asking = null
    })
    await asking
    return { status: 'ready' }
  })
}

/** Shorter than load balancers' timeouts. */
const MAX_PROBE_MS = 2_000

/**
 * A connection that does not answer in time is closed: a pooler without its database would block queries, and probes would fill
 * the pool. @throws Refused `DATABASE_UNAVAILABLE`
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
