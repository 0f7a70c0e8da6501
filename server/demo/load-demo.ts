import { sql } from 'drizzle-orm'
import type { ServerContext } from '../context.ts'
import type { Transaction } from '../database/drizzle.ts'
import {
  affiliates,
  changes,
  expeditions,
  invoices,
  orders,
  packages,
  products,
  requests,
  searchWords,
  shippings,
  users,
  views,
} from '../database/schema.ts'
import { billHistory } from './bill-history.ts'
import { insertRows } from './insert-rows.ts'
import { makeFindable } from './make-findable.ts'
import { makeGoods } from './make-goods.ts'
import { makeHistory } from './make-history.ts'
import { makeOrders } from './make-orders.ts'
import { makePlans } from './make-plans.ts'
import { makeProducts, stockProducts } from './make-products.ts'
import { makeStaff } from './make-staff.ts'
import { makeViews } from './make-views.ts'
import { createRandom } from './random.ts'
import { withoutGuards } from './without-guards.ts'

export type DemoOptions = {
  orders: number
  log: { info(message: string): void }
}

const seed = 20_260_101

/** argon2id of `waybill-demo`: made once, since every login of the demo has the same password. */
const passwordHash =
  '$argon2id$v=19$m=19456,t=2,p=1$EtswzXHTCrRU9YrhcNL2Ow$bVzt8xBjVKC8bzaHTdvaTXMUmYF8Sv6rRDfh3mfUkHY'

/**
 * Fills an empty database with the demo company: people and plans, products, offers, requests and expeditions, months
 * of orders ending now, parcels at every status, invoices of every week, history, search. The same at every call but for the clock. All or nothing: answers false, and writes
 * nothing, where there is already somebody.
 */
export const loadDemo = async (
  context: ServerContext,
  { orders: count, log }: DemoOptions,
): Promise<boolean> => {
  const started = performance.now()
  const now = context.now()
  const random = createRandom(seed)
  const staff = makeStaff(random, now, passwordHash)
  const plans = makePlans(random, now, staff)
  const made = makeProducts(random, now, staff)
  const goods = makeGoods(random, { now, staff, products: made })
  const stories = makeOrders(random, { now, count, staff, products: made })
  stockProducts(random, made, count)
  const history = makeHistory(random, stories, staff)
  const isLoaded = await context.db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`)
    await tx.execute(sql`lock table users in exclusive mode`)
    const { rows } = await tx.execute(sql`select 1 from users limit 1`)
    if (rows.length > 0) return false
    await withoutGuards(tx, ['orders', 'shippings', 'changes', 'search_entries'], async () => {
      await insertRows(tx, packages, plans)
      await insertRows(tx, users, staff.everybody)
      await insertRows(tx, affiliates, goods.offers)
      await insertRows(tx, products, made.all)
      await insertRows(tx, requests, goods.requests)
      await insertRows(tx, expeditions, goods.expeditions)
      await insertRows(
        tx,
        orders,
        stories.map(({ order }) => order),
      )
      await insertRows(
        tx,
        shippings,
        stories.flatMap(({ shipping }) => shipping ?? []),
      )
      await insertRows(tx, changes, history)
      await makeFindable(tx, { staff, products: made, goods, plans, stories })
    })
    await insertRows(tx, views, makeViews(random, now, staff))
    await followNumbers(tx)
    // The billing asks these tables as often as there are weeks: it has to know their size.
    for (const table of [users, products, orders, shippings]) await tx.execute(sql`analyze ${table}`)
    await billHistory(tx, random, { now, staff })
    return true
  })
  if (!isLoaded) return false
  for (const table of [expeditions, invoices, changes]) await context.db.execute(sql`analyze ${table}`)
  await context.db.execute(sql`analyze search_entries`)
  await context.db.execute(sql`analyze ${searchWords}`)
  log.info(`Demo company loaded: ${count} orders in ${((performance.now() - started) / 1000).toFixed(1)} s`)
  return true
}

const numbered = [
  'packages',
  'users',
  'affiliates',
  'products',
  'requests',
  'expeditions',
  'orders',
  'shippings',
]

/** Numbers were given here: the next one that the database gives comes after them. */
const followNumbers = async (tx: Transaction): Promise<void> => {
  for (const table of numbered) {
    await tx.execute(sql`
      select setval(pg_get_serial_sequence(${table}, 'number'), max(number))
      from ${sql.identifier(table)} having count(*) > 0`)
  }
}
