import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Problem } from '../../../domain/changes/changes.ts'
import type { Product } from '../../../domain/products/product.ts'
import { endWhenSilent, isDatabaseGone } from '../../../server/db/connection-errors.ts'
import { makeCaller } from '../../support/api/caller.ts'
import { insertSession, insertUser } from '../../support/api/insert-user.ts'
import { orderInput } from '../../support/api/shop.ts'
import { expectSoundBooks } from '../../support/api/sound-books.ts'
import { isFull, rounds } from '../../support/is-full.ts'
import { type PooledServer, startPooled } from '../../support/pool/server-on.ts'
import { trackGuarantee } from '../../support/trust/guarantee.ts'

/** Bound for a 503 after the 1,500 ms that a call waits for a connection; far below `MAX_LOCK_MS` even beside other work. */
const soon = rounds(2_000, 8_000)
/** The server's statement timeout, plus time to detect a dead connection. */
const MAX_ANSWER_MS = 33_000
/** The server's lock timeout, plus time for a slow machine. */
const MAX_LOCK_MS = 10_000 + soon

let server: PooledServer
let product: Product
beforeAll(async () => {
  server = await startPooled()
  const body = { country: 'ic', name: 'Montre', price: 15_000, quantity: 1_000_000 }
  product = (await server.admin.post<Product>('/products', { body })).body
})
afterAll(() => server.close())

type Timed = { what: string; status: number; code: string | undefined; took: number }

const timed = async (
  what: string,
  call: () => Promise<{ status: number; body: unknown }>,
): Promise<Timed> => {
  const began = performance.now()
  const { status, body } = await call()
  return { what, status, code: (body as Problem | null)?.code, took: performance.now() - began }
}

const write = () => timed('a write', () => server.admin.post('/orders', { body: orderInput(product) }))
const read = (path = '/orders') => timed('a read', () => server.admin.get(path))
const login = () =>
  timed('a login', () =>
    server.anybody.post('/sessions', { body: { email: 'a@x.example', password: 'xxxxxx' } }),
  )
const health = async (path: string): Promise<Timed> =>
  timed(path, async () => {
    const answer = await server.app.inject(path)
    return { status: answer.statusCode, body: answer.json() }
  })

const notRefusedSoon = ({ what, status, code, took }: Timed): string | null =>
  status === 503 && code !== undefined && took < soon
    ? null
    : `${what} was answered ${status} ${code} after ${Math.round(took)} ms`

const notDone = ({ what, status, took }: Timed): string | null =>
  status < 300 ? null : `afterwards ${what} was answered ${status} after ${Math.round(took)} ms`

const notAlive = ({ status, took }: Timed): string | null =>
  status === 200 && took < soon ? null : `/healthz was answered ${status} after ${Math.round(took)} ms`

const slowestOf = (all: readonly Timed[]): number => Math.round(Math.max(...all.map(({ took }) => took)))

/** Takes all connections of the pool, as work that never ends would. */
const takeAll = async (): Promise<() => void> => {
  const { pool } = server.context
  const clients: pg.PoolClient[] = []
  while (clients.length < pool.options.max) clients.push(await pool.connect())
  for (const client of clients) await client.query('begin')
  return () => {
    for (const client of clients) client.release(true)
  }
}

describe('a pool without a free connection', () => {
  it('is 503 within two seconds, health answers, and all goes on once one is free', async () => {
    const guarantee = trackGuarantee('pool exhausted: 503 within 2 s, health answers, back by itself')
    let slowest = 0
    for (let round = 0; round < rounds(10, 1); round++) {
      const release = await takeAll()
      const [calls, alive, ready] = await Promise.all([
        Promise.all(Array.from({ length: 40 }, (_, at) => [write, read, login][at % 3]!())),
        health('/healthz'),
        health('/readyz'),
      ])
      release()
      slowest = Math.max(slowest, slowestOf(calls))
      guarantee.sum([...calls, ready], notRefusedSoon)
      guarantee.sum([alive], notAlive)
      guarantee.sum(await Promise.all([write(), read(), read('/products')]), notDone)
    }
    guarantee.report(`503 after ${slowest} ms at most`)
  })

  it('by another client’s table lock affects all others alike, and waiting calls are served or refused', async () => {
    const guarantee = trackGuarantee(
      'a stranger’s lock: 503 within 12 s, health answers, who waited is served',
    )
    const { max } = server.context.pool.options
    let longestWait = 0
    for (const isLong of isFull ? [false, true] : [false]) {
      await server.stranger.query('begin')
      await server.stranger.query('lock table orders in access exclusive mode')
      // One user gets only a share of the connections: two are needed to use all.
      const second = makeCaller(
        server.app,
        await insertSession(server.context, await insertUser(server.context)),
      )
      const readBySecond = () => timed('a read', () => second.get('/orders'))
      const waiting = Array.from({ length: 3 * max }, (_, at) => (at % 2 === 0 ? read() : readBySecond()))
      const waiters = async () => {
        // Within a transaction the statistics are a fixed snapshot.
        await server.stranger.query('select pg_stat_clear_snapshot()')
        const { rows } = await server.stranger.query<{ count: string }>(
          "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        )
        return Number(rows[0]!.count)
      }
      await expect.poll(waiters).toBe(max)
      guarantee.sum(await Promise.all([write(), read('/products'), login(), read()]), notRefusedSoon)
      guarantee.sum([await health('/healthz')], notAlive)
      const ended = isLong ? await Promise.all(waiting) : []
      longestWait = Math.max(longestWait, slowestOf(ended))
      if (isLong)
        guarantee.sum(ended, ({ status, code, took }) =>
          status === 503 && code !== undefined && took < MAX_LOCK_MS
            ? null
            : `a wait ended ${status} ${code} after ${Math.round(took)} ms`,
        )
      await server.stranger.query('rollback')
      if (!isLong)
        guarantee.sum(await Promise.all(waiting), (one) =>
          one.status === 503 ? notRefusedSoon(one) : notDone(one),
        )
      guarantee.sum(await Promise.all([write(), read(), read('/products')]), notDone)
    }
    guarantee.report(isFull ? `503 after ${longestWait} ms at most` : '')
  })

  it('because strangers took all that the server has is 503 at once', async () => {
    const guarantee = trackGuarantee('the database has no connection left: 503 within 2 s, back by itself')
    const { stranger, context } = server
    const { rows } = await stranger.query<{ name: string }>('select current_database() as name')
    for (let round = 0; round < rounds(10, 2); round++) {
      await stranger.query(`alter database ${rows[0]!.name} connection limit 1`)
      for (const pid of await server.backends())
        await stranger.query('select pg_terminate_backend($1)', [pid])
      await expect.poll(() => context.pool.totalCount).toBe(0)
      guarantee.sum(await Promise.all([write(), read(), login(), health('/readyz')]), notRefusedSoon)
      guarantee.sum([await health('/healthz')], notAlive)
      await stranger.query(`alter database ${rows[0]!.name} connection limit -1`)
      guarantee.sum(await Promise.all([write(), read(), read('/products')]), notDone)
    }
    guarantee.report()
  })
})

describe('an unavailable database', () => {
  it('in the midst of calls is 503 for those that it was answering, and they alone', async () => {
    const guarantee = trackGuarantee(
      'database connections cut under calls: 503 or done, no half, all goes on after',
    )
    const statuses = new Map<number, number>()
    for (let round = 0; round < rounds(60, 5); round++) {
      const calls = Array.from({ length: 12 }, (_, at) => [write, read][at % 2]!())
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 30))
      await server.stranger.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid()`,
      )
      const answers = await Promise.all(calls)
      for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1)
      guarantee.sum(answers, (one) => (one.status === 503 ? notRefusedSoon(one) : notDone(one)))
      // The pool notices a closed idle connection only after reading its end.
      await expect.poll(async () => (await read()).status).toBe(200)
      guarantee.sum(await Promise.all([write(), read(), read('/products')]), notDone)
    }
    await expectSoundBooks({ context: server.context }).catch((error: Error) =>
      guarantee.broke(error.message),
    )
    guarantee.report([...statuses].map(([status, count]) => `${count} x ${status}`).join(', '))
  })
})

describe.skipIf(process.platform === 'win32')('a database that hangs', () => {
  const stop = (pids: readonly number[], signal: 'SIGSTOP' | 'SIGCONT'): void => {
    for (const pid of pids) process.kill(pid, signal)
  }

  it('is distinguished from a slow one', async () => {
    const guarantee = trackGuarantee('a silent connection is closed, its query fails')
    const client = await server.context.pool.connect()
    endWhenSilent(client, 300)
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    guarantee.tried()
    await new Promise((resolve) => setTimeout(resolve, 600))
    await client.query('select 1').catch(() => guarantee.broke('a connection at rest was ended'))
    stop([rows[0]!.pid], 'SIGSTOP')
    guarantee.tried()
    try {
      await client.query('select 1')
      guarantee.broke('a stopped process answered')
    } catch (error) {
      if (!isDatabaseGone(error)) guarantee.broke(String(error))
    } finally {
      stop([rows[0]!.pid], 'SIGCONT')
      client.release(true)
    }
    guarantee.report()
  })

  // Lasts until the statement timeout.
  if (isFull) {
    it('is 503 within the time of a statement, and all goes on once it is back', async () => {
      const guarantee = trackGuarantee('a database that hangs: 503 in time, health answers, back by itself')
      await Promise.all(Array.from({ length: 40 }, () => read()))
      const pids = await server.backends()
      stop(pids, 'SIGSTOP')
      try {
        const calls = Array.from({ length: 60 }, (_, at) => [write, read][at % 2]!())
        guarantee.sum([await health('/healthz')], notAlive)
        const answers = await Promise.all(calls)
        guarantee.sum(answers, ({ what, status, took }) =>
          status === 503 || status < 300
            ? took < MAX_ANSWER_MS + soon
              ? null
              : `${what} took ${Math.round(took)} ms`
            : `${what} was answered ${status}`,
        )
        guarantee.sum(await Promise.all([write(), read()]), notDone)
        guarantee.report(`${pids.length} backends stopped; ${slowestOf(answers)} ms at most`)
      } finally {
        stop(pids, 'SIGCONT')
      }
    })
  }
})
