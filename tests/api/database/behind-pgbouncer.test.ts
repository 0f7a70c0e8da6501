import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { readConfig } from '../../../server/config/config.ts'
import { type OpenDatabase, openDatabase } from '../../../server/connect-database.ts'
import { StartRefusal } from '../../../server/core/errors.ts'
import { leaveBoundsWithRole } from '../../../server/db/multi-host-client.ts'
import { listen } from '../../../server/events/listen.ts'
import { type OpenContext, openContext } from '../../../server/open-context.ts'
import { makeTestDatabase, type TestDatabase } from '../../support/clusters/make-test-database.ts'
import { startPgbouncer } from '../../support/clusters/start-pgbouncer.ts'

const warnings: string[] = []
const log = { info() {}, warn: (text: string) => void warnings.push(text), error() {} }

let database: TestDatabase
let databaseUrl: string
let directUrl: string
beforeEach(async () => {
  warnings.length = 0
  database = await makeTestDatabase()
  databaseUrl = database.urls.databaseUrl
  directUrl = database.urls.directUrl!
})
const opened: OpenDatabase[] = []
afterEach(async () => {
  for (const { close } of opened.splice(0)) await close()
  await database.drop()
})

const open = async (): Promise<OpenDatabase> => {
  const one = await openDatabase({ databaseUrl, directUrl, dataDir: '/nowhere', log })
  opened.push(one)
  return one
}

const openMigrated = (): Promise<OpenContext> => {
  const env = { DATABASE_URL: databaseUrl, DATABASE_DIRECT_URL: directUrl, DATA_DIR: '/nowhere' }
  return openContext(readConfig(env), log)
}

/** Set-up by an operator before the first start. */
const boundRole = async (bound: string): Promise<void> => {
  const { database: name, user } = database.connectionConfig
  const client = new pg.Client(database.connectionConfig)
  await client.connect()
  await client.query(`alter role ${user} in database ${name} set statement_timeout = '${bound}'`)
  await client.end()
}

/** The longest current wait for a lock in this database, in milliseconds. */
const longestWait = async (): Promise<number> => {
  const { rows } = await database.pool.query<{ waited: number | null }>(
    `select max(extract(epoch from clock_timestamp() - query_start))::float * 1000 as waited
     from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]?.waited ?? 0
}

/** Runs the same query in concurrent transactions, each on its own connection. */
const askAtOnce = async (pool: pg.Pool, count: number, query: string): Promise<unknown[]> => {
  const clients = await Promise.all(Array.from({ length: count }, () => pool.connect()))
  for (const client of clients) await client.query('begin')
  const answers = await Promise.all(clients.map((client) => client.query(query)))
  for (const client of clients) await client.query('commit')
  for (const client of clients) client.release()
  return answers.map(({ rows }) => Object.values(rows[0])[0])
}

describe('behind a PgBouncer in transaction mode', () => {
  it('a connection has another session in each transaction', async () => {
    const { pool } = await open()
    await askAtOnce(pool, 3, 'select 1')
    const client = await pool.connect()
    const sessions = new Set<number>()
    for (const _ of [1, 2, 3]) {
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
      sessions.add(rows[0]!.pid)
    }
    client.release()
    expect(sessions.size).toBe(3)
  })

  it('a statement that is named is understood by every session', async () => {
    const { pool } = await open()
    await askAtOnce(pool, 3, 'select 1')
    const client = await pool.connect()
    const answers: number[] = []
    for (const value of [1, 2, 3, 4]) {
      const named = { name: 'asked again', text: 'select $1::int as value' }
      const { rows } = await client.query<{ value: number }>(named, [value])
      answers.push(rows[0]!.value)
    }
    client.release()
    expect(answers).toEqual([1, 2, 3, 4])
  })

  it('statements are bounded in every session', async () => {
    const { pool } = await open()
    expect(await askAtOnce(pool, 8, 'show statement_timeout')).toEqual(Array(8).fill('30s'))
    expect(warnings).toEqual([])
  })

  it('statements are cut at the bound that their role had before', async () => {
    await boundRole('50ms')
    const { pool } = await open()
    await expect(pool.query('select pg_sleep(60)')).rejects.toMatchObject({ code: '57014' })
    expect((await pool.query('show idle_in_transaction_session_timeout')).rows[0]).toEqual({
      idle_in_transaction_session_timeout: '1min',
    })
    expect(warnings).toEqual([])
  })

  it('warns about open sessions that have no timeout', async () => {
    await database.pool.query('select 1')
    await open()
    expect(warnings).toEqual([
      'Sessions behind DATABASE_URL have no statement_timeout: set it on their role.',
    ])
  })

  it('several instances may bound their role at once', async () => {
    const make = () => new pg.Client(database.connectionConfig)
    const clients = Array.from({ length: 12 }, make)
    await Promise.all(clients.map((client) => client.connect()))
    await Promise.all(clients.map(leaveBoundsWithRole))
    for (const client of clients) await client.end()
    expect((await (await open()).pool.query('show statement_timeout')).rows).toEqual([
      { statement_timeout: '30s' },
    ])
  })

  it('notifications arrive although it is in between', async () => {
    const { pool, connectionConfig } = await open()
    const notification = await new Promise<string>((resolve, reject) => {
      const listening = listen(connectionConfig, ['bell'], {
        onUp: async () => void (await pool.query("select pg_notify('bell', 'rung')")),
        onNotice: (_, payload) => listening.close().then(() => resolve(payload), reject),
        onWarning: reject,
      })
    })
    expect(notification).toBe('rung')
  })

  it('migrations go past it, one after the other, and leave no lock behind', async () => {
    const all = await Promise.all(Array.from({ length: 4 }, openMigrated))
    const { rows } = await all[0]!.context.pool.query(
      "select count(*)::int as held from pg_locks where locktype = 'advisory'",
    )
    for (const { close } of all) await close()
    expect(rows).toEqual([{ held: 0 }])
    expect(warnings).toEqual([])
  })

  it('migrations are not cut at the bound of their role', async () => {
    await boundRole('100ms')
    const holder = await database.pool.connect()
    try {
      await holder.query('begin')
      await holder.query('lock table drizzle.__drizzle_migrations in access exclusive mode')
      const opening = openMigrated()
      await Promise.race([opening, expect.poll(longestWait, { timeout: 10_000 }).toBeGreaterThan(300)])
      await holder.query('commit')
      await (await opening).close()
    } finally {
      holder.release(true)
    }
  })
})

describe('a PgBouncer alone', () => {
  const sentence = /^DATABASE_URL names a PgBouncer: set DATABASE_DIRECT_URL to the PostgreSQL behind it/

  it('is refused where it refuses our settings', async () => {
    const opening = openDatabase({ databaseUrl, dataDir: '/nowhere', log })
    await expect(opening).rejects.toThrow(StartRefusal)
    await expect(opening).rejects.toThrow(sentence)
  })

  it('is refused where it swallows them', async () => {
    const { stop, connection } = await startPgbouncer(inject('cluster').connection, {
      ignore_startup_parameters: 'statement_timeout, idle_in_transaction_session_timeout',
    })
    try {
      const url = new URL(databaseUrl)
      url.port = String(connection.port)
      url.password = connection.password!
      const opening = openDatabase({ databaseUrl: url.href, dataDir: '/nowhere', log })
      await expect(opening).rejects.toThrow(sentence)
    } finally {
      await stop()
    }
  })
})
