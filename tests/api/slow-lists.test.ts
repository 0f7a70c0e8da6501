import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Problem } from '../../domain/changes/changes.ts'
import { languageCodes } from '../../domain/core/languages.ts'
import { buildApp } from '../../server/app.ts'
import { type Caller, makeCaller } from '../support/api/caller.ts'
import { countStatements } from '../support/api/count-statements.ts'
import { insertSession, insertUser } from '../support/api/insert-user.ts'
import { startShop } from '../support/api/shop.ts'
import { startApi, type TestApi } from '../support/api/start-api.ts'

let api: TestApi
let caller: Caller
let close: () => Promise<unknown>
beforeAll(async () => {
  api = await startApi()
  const context = { ...api.context, bounds: { listReadMs: 250 } }
  const app = await buildApp(context)
  await app.ready()
  close = () => app.close()
  const user = await insertUser(context, { role: 'admin' })
  caller = makeCaller(app, await insertSession(context, user))
})
afterAll(async () => {
  await close()
  await api.close()
})

/** Locks the table exclusively, so that reads of it hang. */
const whileLocked = (table: 'orders' | 'products' | 'users', work: () => Promise<void>): Promise<void> =>
  api.context.db.transaction(async (tx) => {
    await tx.execute(sql.raw(`lock table ${table} in access exclusive mode`))
    await work()
  })

const slow = [
  '/orders?sort=totalPrice',
  '/orders?keyword=a',
  '/orders?from=2020-01-01&skip=60000',
  '/orders?duplicate=true&sort=totalPrice&skip=60000',
  '/orders?attempts=1..3',
]

it.each(slow)('ends %s that takes too long, with a code and `Retry-After`', async (path) => {
  await whileLocked('orders', async () => {
    const { status, body, headers } = await caller.get<Problem>(path)
    expect({ status, code: body.code }).toEqual({ status: 503, code: 'READ_TOO_SLOW' })
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  })
  expect((await (await api.as('admin')).get(path)).status).toBe(200)
})

it('answers so in every language', { tags: 'full' }, async () => {
  const details = new Set<string>()
  await whileLocked('orders', async () => {
    for (const language of languageCodes) {
      const answer = await caller.get<Problem>('/orders?keyword=a', {
        headers: { 'accept-language': language },
      })
      expect(answer.headers['content-language']).toBe(language)
      details.add(answer.body.detail)
    }
  })
  expect(details.size).toBe(languageCodes.length)
})

it('ends slow lists of every resource', async () => {
  await whileLocked('products', async () => {
    expect((await caller.get('/products?sort=name')).body.code).toBe('READ_TOO_SLOW')
  })
})

it('leaves the time limits of its connection as they were', async () => {
  const limits = async () =>
    (await api.context.pool.query("select current_setting('statement_timeout') as limit")).rows
  const before = await limits()
  await caller.get('/orders?keyword=a')
  await whileLocked('orders', async () => void (await caller.get('/orders?keyword=a')))
  for (let at = 0; at < 25; at++) expect(await limits()).toEqual(before)
})

it('asks no more often for the pages that an index gives', async () => {
  const count = (path: string) => countStatements(api.context.pool, () => caller.get(path))
  expect(await count('/orders')).toBe(2)
  expect(await count('/orders?country=ic&status=PENDING&skip=100')).toBe(2)
})

it.each([{ list: 'a page far down the order of totals', sort: 'total_price', index: 'orders_total_idx' }])(
  'reads $list from $index',
  async ({ sort, index }) => {
    const plan = await api.context.db.transaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`)
      await tx.execute(sql`set local enable_sort = off`)
      return tx.execute<{ 'QUERY PLAN': string }>(
        sql.raw(
          `explain select id from orders where deleted_at is null order by ${sort}, id limit 10 offset 60000`,
        ),
      )
    })
    expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n')).toContain(index)
  },
)

it('looks for duplicates in an index that holds all that it compares', async () => {
  const { rows } = await api.context.db.execute<{ definition: string }>(
    sql`select pg_get_indexdef(indexrelid) as definition from pg_index where indexrelid = 'orders_duplicate_idx'::regclass`,
  )
  expect(rows[0]?.definition).toMatch(
    /\(customer_phone, product, country, created_at, id\) WHERE \(\(deleted_at IS NULL\) AND \(status <> 'CANCELLED'::text\)\)/,
  )
})

it('lists as duplicates the very orders that are flagged as such', async () => {
  const shop = await startShop(api)
  const [one, other] = [await shop.product({ quantity: 1_000 }), await shop.product({ quantity: 1_000 })]
  const ids = [...(await shop.orders(one, 150)), ...(await shop.orders(other, 50))]
  await api.context.pool.query(
    `update orders set
       customer_phone = '+22507080910' || (10 + number % 7),
       created_at = now() - interval '1 hour' * (number * 37 % 2000),
       country = case when number % 5 = 0 then 'sn' else country end,
       status = case when number % 4 = 0 then 'CANCELLED' else status end,
       deleted_at = case when number % 11 = 0 then now() end
     where id = any($1)`,
    [ids],
  )
  const admin = await api.as('admin')
  const list = async (query: string) =>
    (
      await admin.get<{ items: { id: string; isDuplicate: boolean }[]; total: number }>(
        `/orders?limit=500${query}`,
      )
    ).body
  const all = await list('')
  const [flagged, plain] = [true, false].map((is) =>
    all.items
      .filter(({ isDuplicate }) => isDuplicate === is)
      .map(({ id }) => id)
      .sort(),
  )
  expect(flagged!.length).toBeGreaterThan(20)
  expect(plain!.length).toBeGreaterThan(20)
  const duplicates = await list('&duplicate=true')
  expect(duplicates.items.map(({ id }) => id).sort()).toEqual(flagged)
  expect(duplicates.total).toBe(flagged!.length)
  expect((await list('&duplicate=false&sort=totalPrice')).items.map(({ id }) => id).sort()).toEqual(plain)
})
