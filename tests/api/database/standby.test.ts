import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { ServerStatus } from '../../../domain/status/server-status.ts'
import { buildApp } from '../../../server/app.ts'
import { examine } from '../../../server/cli/doctor/examine.ts'
import type { ServerContext } from '../../../server/db/context.ts'
import type { ClusterConnection } from '../../../server/db/embedded/cluster.ts'
import { openStandby, type Standby } from '../../../server/db/standby.ts'
import { readAnywhere, standbyCalls } from '../../../server/http/standby-calls.ts'
import { type Caller, makeCaller } from '../../support/api/caller.ts'
import { readEvents } from '../../support/api/event-reader.ts'
import { openApi } from '../../support/api/start-api.ts'
import { makeTestDatabase } from '../../support/clusters/make-test-database.ts'
import { ask, startStandby, type TestStandby } from '../../support/clusters/start-standby.ts'
import { rounds } from '../../support/is-full.ts'

const metricsToken = 'scrape-me-scrape-me'
const api = await openApi({ metricsToken })
const { urls, drop } = await makeTestDatabase()
afterAll(drop)
const admin = await api.as('admin')

const product = async (caller: Caller, name = 'Montre') => {
  const body = { country: 'ic', name, price: 15_000, quantity: 5 }
  return (await caller.post<{ id: string; version: number }>('/products', { body })).body
}
const totalOf = async (caller: Caller) => (await caller.get<{ total: number }>('/products')).body.total

describe('reads from a standby', () => {
  const { standby } = api.context as { standby: Standby }

  it('are those of lists, search, figures and files, and no others', async () => {
    const readsThere = async (call: () => Promise<unknown>): Promise<boolean> => {
      const before = standby.counts.standby
      await call()
      return standby.counts.standby > before
    }
    const { id } = await product(admin)
    const query: Record<string, string> = {
      '/callers': '?from=2026-01-01T00:00:00.000Z&to=2026-01-02T00:00:00.000Z',
      '/callers/calls': '?figure=calls&from=2026-01-01T00:00:00.000Z&to=2026-01-02T00:00:00.000Z',
      '/callers/board': '?country=ic',
      '/search': '?q=montre',
    }
    for (const call of standbyCalls) {
      const [method, url = ''] = call.split(' /api')
      const path = url.replace(':id', id)
      const isThere =
        method === 'GET'
          ? await readsThere(() => admin.get(`${path}${query[url] ?? ''}`))
          : await readsThere(() =>
              admin.post(`${path}${path === '/callers/download' ? query['/callers'] : ''}`),
            )
      expect([call, isThere]).toEqual([call, true])
    }
    const others = [
      '/users',
      '/keys',
      '/sessions',
      '/sessions/current',
      '/profile',
      `/products/${id}`,
      '/products?updatedAfter=2026-01-01T00:00:00.000Z',
    ]
    for (const path of others) expect([path, await readsThere(() => admin.get(path))]).toEqual([path, false])
    expect(await readsThere(() => product(admin))).toBe(false)
  })

  it('see all that was answered before they began, by any instance', async () => {
    const other = await buildApp(api.context)
    await other.ready()
    const elsewhere = makeCaller(other, admin.token)
    try {
      let total = await totalOf(admin)
      for (let round = 0; round < rounds(300, 40); round++) {
        const [writer, reader] = round % 2 === 0 ? [admin, elsewhere] : [elsewhere, admin]
        await product(writer)
        expect(await totalOf(reader)).toBe(++total)
      }
    } finally {
      await other.close()
    }
  })

  it('see what an event has told of', async () => {
    const url = await api.listen()
    const events = await readEvents(url, { token: admin.token })
    for (let round = 1; round <= rounds(100, 20); round++) {
      const { id } = await product(admin)
      await events.until(round)
      const { body } = await admin.get<{ items: { id: string }[] }>('/products?limit=10')
      expect(body.items.map((item) => item.id)).toContain(id)
    }
    events.close()
  })

  it('are counted for the operator, who is told how far the standby is behind', async () => {
    const { body } = await admin.get<ServerStatus>('/status')
    expect(body.standby).toEqual({
      state: 'following',
      bytes: expect.any(Number),
      seconds: expect.any(Number),
      reads: standby.counts.standby,
      readsOnPrimary: expect.any(Number),
    })
    const headers = { authorization: `Bearer ${metricsToken}` }
    const text = (await api.app.inject({ url: '/metrics', headers })).body
    expect(text).toContain('\nwaybill_standby_up 1\n')
    expect(text).toContain(`\nwaybill_standby_reads_total{outcome="standby"} ${standby.counts.standby}\n`)
    expect(text).toMatch(/\nwaybill_standby_lag_bytes \d+\n/)
    expect(text).toMatch(/\nwaybill_standby_lag_seconds [\d.]+\n/)
  })

  it('are looked at by the doctor', async () => {
    const { databaseUrl, readUrl } = urls
    const found = await examine({ DATABASE_URL: databaseUrl, DATABASE_READ_URL: readUrl, PORT: '0' })
    expect(found.filter(({ subject }) => subject === 'standby')).toEqual([
      { subject: 'standby', level: 'ok', says: expect.stringContaining('It follows the primary') },
    ])
  })

  it('do not see what a change would have done', async () => {
    const { id } = await product(admin, 'Bague')
    await admin.put('/products/delete', { body: { ids: [id], dryRun: true } })
    expect((await admin.get<{ items: unknown[] }>('/search?q=bague')).body.items).toHaveLength(1)
    await admin.put('/products/delete', { body: { ids: [id] } })
    expect((await admin.get<{ items: unknown[] }>('/search?q=bague')).body.items).toHaveLength(0)
  })
})

describe('a standby at fault', () => {
  const { source, connection } = inject('cluster').standby ?? ({} as never)
  const database = api.context.connectionConfig.database!
  const warnings: string[] = []
  const log = { info() {}, warn: (text: string) => void warnings.push(text), error() {} }
  let running: TestStandby
  let at: ClusterConnection
  const pools: pg.Pool[] = []

  beforeAll(async () => {
    running = await startStandby(source, connection.port + 1, {
      max_standby_streaming_delay: '0',
      hot_standby_feedback: 'off',
    })
    at = { ...connection, port: running.superuser.port, database }
  })
  afterAll(async () => {
    for (const pool of pools) await pool.end()
    await running.stop()
  })

  /** An instance that reads from the standby at fault, with the product's patience. */
  const open = async (config: ClusterConnection = at) => {
    warnings.length = 0
    const pool = new pg.Pool({ ...config, max: 5, connectionTimeoutMillis: 500 })
    pool.on('error', () => {})
    pool.on('connect', (client) => client.on('error', () => {}))
    pools.push(pool)
    const standby = openStandby({ primary: api.context.pool, pool, log })
    const context: ServerContext = { ...api.context, standby }
    const app = await buildApp(context)
    await app.ready()
    return { standby, context, caller: makeCaller(app, admin.token), close: () => app.close() }
  }
  const untilRead = (standby: Standby, caller: Caller) =>
    expect
      .poll(
        async () => {
          const before = standby.counts.standby
          expect((await caller.get('/products')).status).toBe(200)
          return standby.counts.standby > before
        },
        { timeout: 60_000 },
      )
      .toBe(true)

  it('is not waited for longer than its bound while it replays nothing', async () => {
    const { standby, caller, close } = await open()
    await untilRead(standby, caller)
    await ask(running.superuser, 'select pg_wal_replay_pause()')
    try {
      let total = await totalOf(caller)
      for (let round = 0; round < 5; round++) {
        await product(caller)
        expect(await totalOf(caller)).toBe(++total)
      }
      expect(standby.counts.behind).toBeGreaterThan(0)
      expect(standby.counts.resting).toBeGreaterThan(0)
      expect(standby.state()).toBe('behind')
      expect((await standby.readLag())!.bytes).toBeGreaterThan(0)
    } finally {
      await ask(running.superuser, 'select pg_wal_replay_resume()')
    }
    await untilRead(standby, caller)
    expect(standby.state()).toBe('following')
    expect(warnings).toEqual([])
    await close()
  })

  it('has a read that conflicts with replay repeated on the primary', async () => {
    const { standby, context, caller, close } = await open()
    await untilRead(standby, caller)
    const { id, version } = await product(caller, 'Avant')
    let tries = 0
    const names = await readAnywhere(context, ({ db }) =>
      db.transaction(
        async (tx) => {
          tries++
          const { rows } = await tx.execute<{ name: string }>(`select name from products where id = '${id}'`)
          if (tries === 1) {
            const body = { country: 'ic', name: 'Après', price: 15_000, quantity: 5 }
            await caller.put(`/products/${id}`, { body, version })
            // Replayed at once, against the lock of this transaction.
            await api.context.db.transaction((other) =>
              other.execute('lock table products in access exclusive mode'),
            )
            await tx.execute('select pg_sleep(10)')
          }
          return rows.map(({ name }) => name)
        },
        { isolationLevel: 'repeatable read', accessMode: 'read only' },
      ),
    )
    expect({ names, tries, failed: standby.counts.failed }).toEqual({ names: ['Après'], tries: 2, failed: 1 })
    await close()
  })

  it('does not list the transactions that are running, as incremental reading needs them', async () => {
    const { pool } = api.context
    const running = `select count(*)::int as count from pg_snapshot_xip(pg_current_snapshot())`
    const open = await pool.connect()
    try {
      await open.query('begin')
      await open.query(`insert into attempts (key, at) values ('running', now())`)
      await product(admin)
      const [primary] = (await pool.query<{ count: number }>(running)).rows
      const [standby] = await ask<{ count: number }>(at, running)
      expect(primary!.count).toBeGreaterThan(0)
      expect(standby!.count).toBe(0)
    } finally {
      await open.query('rollback')
      open.release()
    }
  })

  it('refuses nothing while its server is killed and started again', async () => {
    const { standby, caller, close } = await open()
    await untilRead(standby, caller)
    await running.kill()
    for (let round = 0; round < 20; round++) expect((await caller.get('/products')).status).toBe(200)
    expect(standby.state()).toBe('unreachable')
    expect(warnings).toEqual([expect.stringContaining('it does not answer')])
    expect(await standby.readLag()).toBeNull()
    await running.start()
    await untilRead(standby, caller)
    expect(warnings.at(-1)).toContain('is read again')
    await close()
  })

  it('is not read if it is of another database', async () => {
    const { standby, caller, close } = await open({ ...at, database: inject('cluster').template })
    expect(await totalOf(caller)).toBeGreaterThan(0)
    expect(standby.state()).toBe('foreign')
    expect(standby.counts.standby).toBe(0)
    await close()
  })

  it('is not read any more once it is promoted', async () => {
    const { standby, caller, close } = await open()
    await untilRead(standby, caller)
    await ask(running.superuser, 'select pg_promote(true, 30)')
    await ask({ ...at, user: running.superuser.user }, 'update products set deleted_at = now()')
    expect(await totalOf(caller)).toBeGreaterThan(0)
    expect(standby.state()).toBe('promoted')
    await close()
  })
})
