import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { StartRefusal } from '../../../server/core/errors.ts'
import { refuseWithoutIcu } from '../../../server/db/alphabetical.ts'
import { migrate } from '../../../server/db/migrate.ts'
import { makeTestDatabase, type TestDatabase } from '../../support/clusters/make-test-database.ts'

let database: TestDatabase
let superuser: pg.Client
beforeAll(async () => {
  database = await makeTestDatabase()
  const { superuserConnection } = inject('cluster')
  superuser = new pg.Client({ ...superuserConnection, database: database.connectionConfig.database })
  await superuser.connect()
})
afterAll(async () => {
  await superuser.end()
  await database.drop()
})

const filenodes = async (): Promise<Record<string, number>> => {
  const { rows } = await database.pool.query<{ name: string; node: number }>(
    `select relname as name, relfilenode::int as node from pg_class
      where relname in ('orders_customer_name_idx', 'users_country_email_idx', 'orders_number_key')`,
  )
  return Object.fromEntries(rows.map(({ name, node }) => [name, node]))
}

const versions = async () => {
  const { rows } = await database.pool.query<{ recorded: string; actual: string }>(
    `select collversion as recorded, pg_collation_actual_version(oid) as actual from pg_collation
      where collname = 'alphabetical'`,
  )
  return rows
}

it('rebuilds the indexes of another version of ICU at the next start, and no others', async () => {
  await superuser.query(`update pg_collation set collversion = '57.1' where collname = 'alphabetical'`)
  const before = await filenodes()
  expect(Object.keys(before)).toHaveLength(3)
  const pool = new pg.Pool(database.connectionConfig)
  await migrate(pool)
  const after = await filenodes()
  await migrate(pool)
  const again = await filenodes()
  await pool.end()
  expect(after.orders_customer_name_idx).not.toBe(before.orders_customer_name_idx)
  expect(after.users_country_email_idx).not.toBe(before.users_country_email_idx)
  expect(after.orders_number_key).toBe(before.orders_number_key)
  expect(again).toEqual(after)
  const [one, ...others] = await versions()
  expect(others).toEqual([])
  expect(one!.recorded).toBe(one!.actual)
})

it('sorts letters before accents before case, whatever the locale of the database', async () => {
  const { rows } = await database.pool.query<{ word: string }>(
    `select word from unnest(array['Zoé', 'Élodie', 'amina', 'cote', 'côte', 'Cote', 'coter']) as word
      order by word collate "alphabetical"`,
  )
  expect(rows.map(({ word }) => word)).toEqual(['amina', 'cote', 'Cote', 'côte', 'coter', 'Élodie', 'Zoé'])
})

it('says that a server was built without ICU, in one sentence', () => {
  const cause = Object.assign(new Error('ICU is not supported in this build'), { code: '0A000' })
  const failed = new Error('Failed query: CREATE COLLATION', { cause })
  expect(() => refuseWithoutIcu(failed)).toThrow(StartRefusal)
  expect(() => refuseWithoutIcu(failed)).toThrow(/without ICU/)
  const other = Object.assign(new Error('relation "orders" does not exist'), { code: '42P01' })
  expect(() => refuseWithoutIcu(other)).toThrow(other)
})
