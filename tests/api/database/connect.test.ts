import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../../../server/connect-database.ts'
import { StartRefusal } from '../../../server/core/errors.ts'
import { toDrizzle } from '../../../server/db/drizzle.ts'
import { makeTestDatabase, type TestDatabase } from '../../support/clusters/make-test-database.ts'

const log = { info() {}, warn() {}, error() {} }
const dataDir = '/nowhere'

let database: TestDatabase
beforeAll(async () => {
  database = await makeTestDatabase()
})
afterAll(() => database.drop())

const open = () => openDatabase({ ...database.urls, dataDir, log })

it('opens the server that DATABASE_URL names, bounds its statements, and touches no data folder', async () => {
  const { kind, version, pool, close } = await open()
  try {
    expect({ kind, version }).toEqual({ kind: 'server', version: database.version })
    for (const [name, bound] of [
      ['statement_timeout', '30s'],
      ['idle_in_transaction_session_timeout', '1min'],
    ] as const) {
      expect((await pool.query(`show ${name}`)).rows).toEqual([{ [name]: bound }])
    }
  } finally {
    await close()
  }
})

it('names the server that refuses the login in one sentence', async () => {
  const nowhere = 'postgresql://waybill@/waybill?host=/nowhere'
  for (const [urls, sentence] of [
    [{ databaseUrl: nowhere }, /^The PostgreSQL that DATABASE_URL names does not let us in: /],
    [
      { databaseUrl: nowhere, directUrl: nowhere },
      /^The PostgreSQL that DATABASE_DIRECT_URL names does not let us in: /,
    ],
  ] as const) {
    const opening = openDatabase({ ...urls, dataDir, log })
    await expect(opening).rejects.toThrow(StartRefusal)
    await expect(opening).rejects.toThrow(sentence)
  }
})

it('has all its connections back when transactions cannot begin', async () => {
  const { pool, close } = await open()
  try {
    // The connection is lost between its checkout and `begin`.
    pool.once('acquire', (client) => void (client as unknown as pg.Client).end())
    await expect(toDrizzle(pool).transaction(async () => 1)).rejects.toThrow()
    expect(pool.totalCount).toBe(0)
    expect(await toDrizzle(pool).transaction(async () => 1)).toBe(1)
  } finally {
    await close()
  }
})
