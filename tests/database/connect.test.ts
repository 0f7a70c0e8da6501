import type pg from 'pg'
import { expect, inject, it } from 'vitest'
import { openDatabase } from '../../server/database/connect.ts'
import { toDrizzle } from '../../server/database/drizzle.ts'
import { StartRefusal } from '../../server/database/start-refusal.ts'

const log = { info() {}, warn() {}, error() {} }
const dataDir = '/nowhere'

const urlOf = (host: string) => {
  const { user, database, port } = inject('cluster').connection
  return `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`
}

it('opens the server that DATABASE_URL names, bounds its statements, and touches no data folder', async () => {
  const database = await openDatabase({ databaseUrl: urlOf(inject('cluster').connection.host), dataDir, log })
  try {
    expect(database).toMatchObject({ kind: 'server', version: inject('cluster').version })
    const { rows } = await database.pool.query('SHOW statement_timeout')
    expect(rows).toEqual([{ statement_timeout: '30s' }])
  } finally {
    await database.close()
  }
})

it('says in a sentence that the server does not let us in', async () => {
  const opening = openDatabase({ databaseUrl: urlOf('/nowhere'), dataDir, log })
  await expect(opening).rejects.toThrow(StartRefusal)
  await expect(opening).rejects.toThrow('The PostgreSQL that DATABASE_URL names does not let us in')
})

it('has all its connections back when transactions cannot begin', async () => {
  const databaseUrl = urlOf(inject('cluster').connection.host)
  const { pool, close } = await openDatabase({ databaseUrl, dataDir, log })
  try {
    // Lost between its checkout and its `begin`.
    pool.once('acquire', (client) => void (client as unknown as pg.Client).end())
    await expect(toDrizzle(pool).transaction(async () => 1)).rejects.toThrow()
    expect(pool.totalCount).toBe(0)
    expect(await toDrizzle(pool).transaction(async () => 1)).toBe(1)
  } finally {
    await close()
  }
})
