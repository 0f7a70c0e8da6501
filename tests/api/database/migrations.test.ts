import { readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { applyFirst } from '../../../server/backup/restore-backup.ts'
import { toDrizzle } from '../../../server/db/drizzle.ts'
import { migrate, migrationsFolder } from '../../../server/db/migrate.ts'
import { openPlainPool } from '../../../server/db/plain-pool.ts'
import { readDue } from '../../../server/queries/handovers.ts'
import { readRetention } from '../../../server/services/personal/retention.ts'
import { makeTestDatabase, type TestDatabase } from '../../support/clusters/make-test-database.ts'

let database: TestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await makeTestDatabase()
  client = new pg.Client(database.connectionConfig)
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

const journal = JSON.parse(readFileSync(path.join(migrationsFolder, 'meta/_journal.json'), 'utf8')) as {
  entries: { tag: string }[]
}

/** An empty database as it was before a migration. */
const openBefore = async (name: string) => {
  await client.query('drop schema public cascade; drop schema drizzle cascade; create schema public')
  await applyFirst(
    client,
    journal.entries.findIndex(({ tag }) => tag.endsWith(name)),
  )
}

const [seller, courier, product] = [1, 2, 3].map((n) => `00000000-0000-7000-8000-00000000000${n}`)

/** A parcel of the courier, delivered that long ago. */
const deliver = (number: number, ago: string) =>
  client.query(
    `with sold as (
       insert into orders (id, country, owner, product, customer_name, customer_phone, customer_address, quantity, price,
         total_price, status)
       values (gen_random_uuid(), 'ic', $1, $3, 'Koffi', '+2250700000000', 'Abidjan', 1, $4, $4, 'CONFIRMED') returning id
     )
     insert into shippings (id, country, owner, "order", status, delivery, collected, delivered_at, settled_at)
     select gen_random_uuid(), 'ic', $1, id, 'DELIVERED', $2, $4, now() - $5::interval, now() - $5::interval from sold`,
    [seller, courier, product, number, ago],
  )

it('keeps account of cash in older databases from the day of their upgrade on', async () => {
  await openBefore('_handovers')
  await client.query(
    `insert into users (id, country, name, email, phone, role, password_hash)
     values ($1, 'ic', 'Awa', 'awa@waybill.test', '+2250700000001', 'seller', 'x'),
       ($2, 'ic', 'Drissa', 'drissa@waybill.test', '+2250700000002', 'delivery', 'x')`,
    [seller, courier],
  )
  await client.query(
    `insert into products (id, country, owner, name, price, quantity) values ($2, 'ic', $1, 'Lamp', 1, 40)`,
    [seller, product],
  )
  await deliver(5_000, '30 days')
  const pool = openPlainPool(database.connectionConfig)
  await migrate(pool)
  await deliver(700, '0 days')
  const till = { country: 'ic', delivery: courier! } as const
  const due = await readDue(toDrizzle(pool), till, { lock: false, at: new Date() })
  await pool.end()
  expect(due).toMatchObject({ expected: 700, parcels: 1, balance: 0 })
  const { rows } = await client.query(
    `select at = date_trunc('day', now(), 'UTC') as "isToday" from cash_start`,
  )
  expect(rows).toEqual([{ isToday: true }])
})

it('has no such day in a new database', async () => {
  const fresh = await makeTestDatabase()
  const { rows } = await fresh.pool.query('select at from cash_start')
  await fresh.drop()
  expect(rows).toEqual([])
})

const [user, full, empty, order, shipping] = [1, 2, 3, 4, 5].map(
  (n) => `00000000-0000-7000-8000-00000000000${n}`,
)

it('opens the ledger of products that are older than it with their balance, and leaves old returns as they are', async () => {
  await openBefore('_stock_movements')
  await client.query(
    `insert into users (id, country, name, email, phone, role, password_hash)
     values ($1, 'ic', 'Awa', 'awa@waybill.test', '+2250700000001', 'seller', 'x')`,
    [user],
  )
  await client.query(
    `insert into products (id, country, owner, name, price, quantity)
     values ($2, 'ic', $1, 'Lamp', 1, 40), ($3, 'ic', $1, 'Belt', 1, 0)`,
    [user, full, empty],
  )
  await client.query(
    `insert into orders (id, country, owner, product, customer_name, customer_phone, customer_address, quantity, price,
       total_price, status)
     values ($3, 'ic', $1, $2, 'Koffi', '+2250700000000', 'Abidjan', 1, 1, 1, 'CONFIRMED')`,
    [user, full, order],
  )
  await client.query(
    `insert into shippings (id, country, owner, "order", status, settled_at)
     values ($3, 'ic', $1, $2, 'RETURNED', now())`,
    [user, order, shipping],
  )
  const pool = openPlainPool(database.connectionConfig)
  await migrate(pool)
  await pool.end()
  const movements = await client.query('select product, pieces, reason, actor, batch_id from stock_movements')
  const returned = await client.query('select condition from shippings')
  expect(movements.rows).toEqual([
    { product: full, pieces: 40, reason: 'opening', actor: null, batch_id: null },
  ])
  expect(returned.rows).toEqual([{ condition: null }])
})

it('erases no customer of an older database until somebody sets after how long, and French ones of a new one after three years', async () => {
  await openBefore('_keep_former_customers')
  await client.query(
    `insert into users (id, country, name, email, phone, role, password_hash)
     values ($1, 'fr', 'Awa', 'awa@waybill.test', '+33600000001', 'seller', 'x')`,
    [seller],
  )
  await client.query(
    `insert into products (id, country, owner, name, price, quantity) values ($2, 'fr', $1, 'Lamp', 1, 40)`,
    [seller, product],
  )
  await client.query(
    `insert into orders (id, country, owner, product, customer_name, customer_phone, customer_address, quantity, price,
       total_price, created_at)
     values ($3, 'fr', $1, $2, 'Claire', '+33600000002', 'Lyon', 1, 1, 1, now() - interval '5 years')`,
    [seller, product, order],
  )
  const pool = openPlainPool(database.connectionConfig)
  await migrate(pool)
  const kept = await readRetention(toDrizzle(pool), 'fr', new Date())
  await pool.end()
  expect(kept).toEqual({ country: 'fr', years: null, due: 0 })
  const fresh = await makeTestDatabase()
  const ofNew = await readRetention(toDrizzle(fresh.pool), 'fr', new Date())
  await fresh.drop()
  expect(ofNew).toEqual({ country: 'fr', years: 3, due: 0 })
})
