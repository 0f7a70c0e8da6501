import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isDatabaseGone } from '../../../server/db/connection-errors.ts'
import { makeTestDatabase, type TestDatabase } from '../../support/clusters/make-test-database.ts'

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

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
