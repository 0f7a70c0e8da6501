import { sql } from 'drizzle-orm'
import type { PoolClient } from 'pg'
import type { ServerContext } from '../context.ts'
import { drizzleOver, type Transaction } from '../db/drizzle.ts'
import {
  affiliates,
  changeBatches,
  changes,
  expeditions,
  orders,
  packages,
  products,
  requests,
  shippings,
  users,
} from '../db/schema.ts'
import { boundAgain, unbound } from '../db/session-bounds.ts'
import { gatherTallies } from '../crud/gather-tallies.ts'
import { billHistory } from './bill-history.ts'
import { makeFindable } from './make-findable.ts'
import { makeGoods } from './make-goods.ts'
import { makeHistory } from './make-history.ts'
import { makeJournal } from './make-journal.ts'
import { makeOrders } from './make-orders.ts'
import { makePlans } from './make-plans.ts'
import { makeProducts, stockProducts } from './make-products.ts'
import { makeStaff } from './make-staff.ts'
import { createRandom } from './random.ts'
import { createRowWriter } from './row-writer.ts'
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
 * Fills an empty database with the demo company: people and plans, products, offers, requests and expeditions, months of
 * orders ending now, parcels at every status, invoices of every week, history, search. The same at every call but for
 * the clock. All or nothing: answers false, and writes nothing, where there is already somebody.
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
  // The orders go to the database as they are made: a million of them would not fit into memory.
  const client = await context.pool.connect()
  try {
    const isLoaded = await drizzleOver(client).transaction(async (tx) => {
      await tx.execute(sql`set local statement_timeout = 0`)
      await tx.execute(sql`set local lock_timeout = 0`)
      await tx.execute(sql`lock table users in exclusive mode`)
      const { rows } = await tx.execute(sql`select 1 from users limit 1`)
      if (rows.length > 0) return false
      const writer = createRowWriter(client)
      await withoutGuards(tx, filled, async () => {
        await writer.write(packages, plans)
        await writer.write(users, staff.everybody)
        await writer.write(affiliates, goods.offers)
        const finder = await makeFindable(writer, { staff, products: made, goods, plans })
        const historyOf = makeHistory(createRandom(seed + 1), staff)
        const journal = makeJournal()
        for (const story of stories) {
          const lines = historyOf(story)
          await writer.write(orders, [story.order])
          if (story.shipping !== null) await writer.write(shippings, [story.shipping])
          await writer.write(changes, lines)
          await writer.write(changeBatches, journal.gather(lines, story.order.country))
          await finder.addStory(story)
        }
        stockProducts(random, made, count)
        await writer.write(changeBatches, journal.end())
        await writer.write(products, made.all)
        await writer.write(requests, goods.requests)
        await writer.write(expeditions, goods.expeditions)
        await finder.end()
        await writer.end()
      })
      await followNumbers(tx)
      // The billing asks these tables as often as there are weeks: it has to know their size.
      for (const table of [users, products, orders, shippings]) await tx.execute(sql`analyze ${table}`)
      await billHistory(tx, random, { now, staff })
      await gatherTallies(tx)
      return true
    })
    if (!isLoaded) return false
    await settle(client)
  } finally {
    client.release()
  }
  log.info(`Demo company loaded: ${count} orders in ${((performance.now() - started) / 1000).toFixed(1)} s`)
  return true
}

/** Filled while their guards are away; all other tables are small. */
const filled = ['orders', 'shippings', 'changes', 'change_batches', 'search_entries']

/** Done now and not when the database finds time for it: plans and index-only scans are right from the first call. */
const settle = async (client: PoolClient): Promise<void> => {
  await client.query(unbound)
  try {
    for (const table of [...filled, 'expeditions', 'invoices', 'invoice_lines', 'search_words', 'tallies'])
      await client.query(`vacuum (analyze) ${table}`)
  } finally {
    await client.query(boundAgain)
  }
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
