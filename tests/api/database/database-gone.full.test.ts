import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import Fastify from 'fastify'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isDatabaseGone } from '../../../server/db/connection-errors.ts'
import type { ServerContext } from '../../../server/db/context.ts'
import { registerErrors } from '../../../server/http/errors.ts'
import { registerHealth } from '../../../server/http/graceful-shutdown.ts'
import { makeTestDatabase, type TestDatabase } from '../../support/clusters/make-test-database.ts'

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

it('the probe does not wait for a server that is silent, and closes its connection to it', async () => {
  const database = await makeTestDatabase()
  const proxy = await startSilencer(database.connectionConfig)
  const pool = new pg.Pool({ ...database.connectionConfig, ...proxy.address, connectionTimeoutMillis: 1_500 })
  pool.on('error', () => {})
  const app = Fastify()
  registerErrors(app)
  registerHealth(app, { pool } as ServerContext)
  const probe = async () => (await app.inject({ url: '/readyz' })).statusCode
  expect(await probe()).toBe(200)
  proxy.silence()
  expect(await Promise.all([probe(), probe(), probe()])).toEqual([503, 503, 503])
  expect(pool.totalCount).toBe(0)
  proxy.speak()
  expect(await probe()).toBe(200)
  await app.close()
  await pool.end()
  await proxy.close()
  await database.drop()
})

/** A proxy that keeps connections open and can stop forwarding. */
const startSilencer = async ({ host, port }: { host?: string; port?: number }) => {
  let isSilent = false
  const target = host?.startsWith('/') ? { path: `${host}/.s.PGSQL.${port ?? 5432}` } : { host, port: port! }
  const pairs = new Set<Socket>()
  const server = createServer((from) => {
    const to = connect(target as { path: string })
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      pairs.add(one)
      one.on('data', (bytes) => isSilent || other.write(bytes))
      one.on('error', () => {})
      one.once('close', () => other.destroy())
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port: listening } = server.address() as AddressInfo
  return {
    address: { host: '127.0.0.1', port: listening },
    silence: () => {
      isSilent = true
    },
    speak: () => {
      isSilent = false
    },
    close: async () => {
      for (const socket of pairs) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

describe('an unavailable database', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await makeTestDatabase()
  })
  afterAll(() => database.drop())

  it('is detected by a connection that was terminated during a query', async () => {
    const client = new pg.Client(database.connectionConfig)
    client.on('error', () => {})
    await client.connect()
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    const failure = failureOf(client.query('SELECT pg_sleep(20)'))
    await database.pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid])
    expect(isDatabaseGone(await failure)).toBe(true)
    expect(isDatabaseGone(await failureOf(client.query('SELECT 1')))).toBe(true)
  })

  it('is detected by a refused connection, also as the cause of another error', async () => {
    const client = new pg.Client({ host: '/nowhere', user: 'waybill' })
    const failure = await failureOf(client.connect())
    expect(isDatabaseGone(failure)).toBe(true)
    expect(isDatabaseGone(new Error('Failed query', { cause: failure }))).toBe(true)
  })

  it('is not detected from a refused statement', async () => {
    expect(isDatabaseGone(await failureOf(database.pool.query('SELECT 1/0')))).toBe(false)
    expect(isDatabaseGone(await failureOf(database.pool.query('SELECT * FROM no_such_table')))).toBe(false)
  })
})
