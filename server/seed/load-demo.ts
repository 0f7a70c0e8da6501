import { and, getTableName, inArray, isNull, sql } from 'drizzle-orm'
import type { PoolClient } from 'pg'
import { imagePath } from '../../domain/lib/image.ts'
import { toSearchEntry } from '../../domain/search/searchable.ts'
import type { DemoCompany } from '../../domain/users/user.ts'
import type { Config } from '../config/config.ts'
import { StartRefusal } from '../core/errors.ts'
import { gatherTallies } from '../crud/list-counts.ts'
import type { DatabaseLog } from '../db/connection-errors.ts'
import type { ServerContext } from '../db/context.ts'
import { drizzleOver, type Transaction } from '../db/drizzle.ts'
import { boundAgain, unbound } from '../db/multi-host-client.ts'
import {
  callPolicies,
  changeBatches,
  changes,
  handoverLines,
  handovers,
  orders,
  products,
  searchEntries,
  searchWords,
  shippings,
  stockMovements,
  users,
} from '../db/schema.ts'
import { allowSlowStatements } from '../db/slow-statements.ts'
import { hashImage, storeImage } from '../images/store-image.ts'
import { markRebuilt } from '../resources/rebuild-entries.ts'
import { serverResources } from '../resources/registry.ts'
import { writeAdvertising } from './advertising.ts'
import { writeBlocked } from './blocked.ts'
import { type DemoHandover, makeCash } from './cash.ts'
import { demoCompany, demoLogins } from './demo-company.ts'
import { makeGoods, makeProducts, type Products, showGoods, stockProducts } from './goods.ts'
import { billHistory, makeBatches, makeHistory } from './history.ts'
import { writeKeys } from './keys.ts'
import { writeManifests } from './manifests.ts'
import { makeOrders, type OrderStory } from './orders.ts'
import { makeStaff } from './people.ts'
import { drawPictures } from './pictures.ts'
import { makePlans } from './plans.ts'
import { createRandom, createRowWriter, type RowWriter } from './row-writer.ts'
import { shuffleDemo } from './shuffle-demo.ts'
import { writeSources } from './sources.ts'
import { makeLedger } from './stock-ledger.ts'
import { sumCallsOnce } from './sum-calls.ts'
import { writeTemplates } from './templates.ts'
import { writeWebhooks } from './webhooks.ts'
import { makeZones, readBaseTariffs, writeTariffs } from './zones.ts'

type Entry = typeof searchEntries.$inferInsert

type Finder = {
  /** Writes entries of an order and its parcel. */
  addStory: (story: OrderStory) => Promise<void>
  addHandover: (record: DemoHandover & { deliveryName: string; receivedByName: string }) => Promise<void>
  /** Writes the words of all entries. */
  end: () => Promise<void>
}

/** Writes search entries of what is streamed. */
const makeFinder = (writer: RowWriter, products: Products): Finder => {
  const words = new Set<string>()
  const productNameOf = new Map(products.all.map(({ id, name }) => [id, name]))
  const add = async (entries: Entry[]): Promise<void> => {
    // As in `writeSearchEntries`: no numbers or references.
    for (const { text } of entries)
      for (const word of text.split(' ')) if (!words.has(word) && isWord.test(word)) words.add(word)
    await writer.write(searchEntries, entries)
  }
  return {
    addStory: ({ order, shipping }) => {
      const record = { ...order, productName: productNameOf.get(order.product)! }
      const { country } = order
      const entry = { ...toSearchEntry('orders', record), country }
      if (shipping === null) return add([entry])
      const parcel = { ...record, id: shipping.id, number: shipping.number }
      return add([entry, { ...toSearchEntry('shippings', parcel), country }])
    },
    addHandover: (record) => add([{ ...toSearchEntry('handovers', record), country: record.country }]),
    end: () =>
      writer.write(
        searchWords,
        [...words].map((word) => ({ word })),
      ),
  }
}

const isWord = /^\p{L}{4,40}$/u

type Guard = { drop: string; restore: string }

/**
 * Fills tables without their indexes, keys and foreign keys, then recreates them, each checked in one pass: several times
 * faster for many rows. Unique indexes of referenced tables stay. Locks the tables until commit.
 */
const withoutGuards = async (
  tx: Transaction,
  tables: readonly string[],
  fill: () => Promise<void>,
): Promise<void> => {
  const { rows } = await tx.execute<Guard>(sql`
    with filled as (
      select oid as id, exists (select 1 from pg_constraint where contype = 'f' and confrelid = class.oid) as is_referred
      from pg_class class where oid = any(${sql.param([...tables])}::regclass[])
    )
    select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as restore
    from pg_index join filled on filled.id = indrelid
    where not (indisunique and is_referred)
      and not exists (select 1 from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))
    union all
    select format('alter table %s drop constraint %I', conrelid::regclass, conname),
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
    from pg_constraint join filled on filled.id = conrelid
    where contype = 'f' or (contype in ('p', 'u') and not is_referred)`)
  for (const guard of rows) await tx.execute(sql.raw(guard.drop))
  await fill()
  await tx.execute(sql`set local maintenance_work_mem = '256MB'`)
  for (const guard of rows) await tx.execute(sql.raw(guard.restore))
}

export type DemoOptions = {
  orders: number
  /** Seed for other numbers, phones and names; 0 for the usual ones. */
  shuffle?: number
  log: { info(message: string): void }
}

const usualSeed = 20_260_101

/** argon2id of `waybill-demo`, precomputed. */
const passwordHash =
  '$argon2id$v=19$m=19456,t=2,p=1$EtswzXHTCrRU9YrhcNL2Ow$bVzt8xBjVKC8bzaHTdvaTXMUmYF8Sv6rRDfh3mfUkHY'

/**
 * Fills an empty database with demo data: people, plans, products, offers, requests, expeditions, months of orders, parcels,
 * weekly invoices, manifests, history, search. Deterministic except for the clock. All or nothing; returns false if the
 * database is not empty.
 */
export const loadDemo = async (
  context: ServerContext,
  { orders: count, shuffle = 0, log }: DemoOptions,
): Promise<boolean> => {
  const started = performance.now()
  const now = context.now()
  const seed = usualSeed + shuffle * 10
  const random = createRandom(seed)
  const shuffled = shuffleDemo(shuffle)
  const staff = makeStaff(random, now, passwordHash)
  const plans = makePlans(random, now, staff)
  const made = makeProducts(random, now, staff)
  const zones = makeZones(createRandom(seed + 7), now, staff)
  const goods = makeGoods(random, { now, staff, products: made })
  shuffled.rename(staff.everybody)
  const { affiliates, ...others } = goods
  /** In the order of references. */
  const records = {
    packages: plans,
    users: staff.everybody,
    zones: zones.all,
    affiliates,
    products: made.all,
    ...others,
  }
  const named = Object.entries(records) as [keyof typeof records, { id: string; number: number }[]][]
  for (const [name, rows] of named) shuffled.renumber(name, rows)
  // Drawn by other threads meanwhile.
  const drawn = drawPictures()
  drawn.catch(() => undefined)
  const stories = makeOrders(random, { now, count, staff, products: made, zones })
  // Streams orders, since a million would not fit into memory.
  const client = await context.pool.connect()
  try {
    const isLoaded = await drizzleOver(client).transaction(async (tx) => {
      await allowSlowStatements(tx, 0)
      await tx.execute(sql`set local lock_timeout = 0`)
      await tx.execute(sql`lock table users in exclusive mode`)
      const { rows } = await tx.execute(sql`select 1 from users limit 1`)
      if (rows.length > 0) return false
      const tariffs = await readBaseTariffs(tx)
      // A parcel's difference is computed from its order's total.
      const writer = createRowWriter(client, { after: new Map([[shippings, orders]]) })
      const fill = async () => {
        const finder = makeFinder(writer, made)
        const historyOf = makeHistory(createRandom(seed + 1), staff)
        const history = makeBatches()
        const ledger = makeLedger(createRandom(seed + 2))
        const cash = makeCash(createRandom(seed + 3), { now, staff, zones, tariffs })
        for (const story of stories) {
          shuffled.renumber('orders', [story.order])
          if (story.shipping !== null) shuffled.renumber('shippings', [story.shipping])
          const lines = historyOf(story)
          await writer.write(orders, [story.order])
          await writer.write(handoverLines, cash.gather(story))
          if (story.shipping !== null) await writer.write(shippings, [story.shipping])
          await writer.write(changes, lines)
          await writer.write(changeBatches, history.gather(lines, story.order.country))
          await writer.write(stockMovements, ledger.gather(story, lines))
          await finder.addStory(story)
        }
        stockProducts(random, made, count)
        await writer.write(changeBatches, history.end())
        const pictures = await drawn
        showGoods(
          made,
          goods,
          pictures.map(({ files }) => imagePath(hashImage(files))),
        )
        for (const [name, rows] of named) await writer.write(serverResources[name].source.table, rows)
        await writer.write(stockMovements, ledger.end(made.all, goods.expeditions))
        for (const { record, names, line } of cash.end()) {
          shuffled.renumber('handovers', [record])
          await writer.write(handovers, [record])
          await writer.write(changes, [line])
          await writer.write(changeBatches, history.gather([line], record.country))
          await finder.addHandover({ ...record, ...names })
        }
        await finder.end()
        await writer.end()
        for (const picture of pictures) await storeImage(tx, context, null, picture)
      }
      await sumCallsOnce(tx, () => withoutGuards(tx, filled, fill))
      await followNumbers(tx)
      for (const [name, rows] of named)
        await serverResources[name].makeFindable(
          tx,
          rows.map(({ id }) => id),
        )
      // A migration wrote them.
      const policies = await tx.select({ id: callPolicies.id }).from(callPolicies)
      await serverResources['call-policies'].makeFindable(
        tx,
        policies.map(({ id }) => id),
      )
      // Billing queries these tables for every week, so the planner needs statistics.
      for (const table of [users, products, orders, shippings]) await tx.execute(sql`analyze ${table}`)
      await billHistory(tx, random, { now, staff })
      await writeTariffs(tx, createRandom(seed + 8), { now, zones })
      await writeManifests(tx, createRandom(seed + 3), now)
      await writeSources(tx, context, createRandom(seed + 4), { now, staff })
      await writeWebhooks(tx, context, createRandom(seed + 5), { now, staff })
      await writeKeys(tx, createRandom(seed + 6), { now, staff })
      await writeTemplates(tx, createRandom(seed + 9), { now, staff })
      await writeBlocked(tx, createRandom(seed + 10), { now, staff })
      await writeAdvertising(tx, createRandom(seed + 11), { now, staff })
      await gatherTallies(tx)
      await markRebuilt(tx)
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

/** Tables filled without indexes and keys; all others are small. */
const filled = [
  'orders',
  'shippings',
  'changes',
  'change_batches',
  'search_entries',
  'stock_movements',
  'handovers',
  'handover_lines',
]

/** VACUUM now, so that index-only scans work from the first call. */
const settle = async (client: PoolClient): Promise<void> => {
  await client.query(unbound)
  try {
    for (const table of [
      ...filled,
      'expeditions',
      'invoices',
      'invoice_lines',
      'payouts',
      'payout_lines',
      'manifests',
      'manifest_lines',
      'search_words',
      'tallies',
    ])
      await client.query(`vacuum (analyze) ${table}`)
  } finally {
    await client.query(boundAgain)
  }
}

/** Sets sequences after the numbers used. */
const followNumbers = async (tx: Transaction): Promise<void> => {
  for (const { source } of Object.values(serverResources)) {
    const { number } = source.table
    await tx.execute(sql`
      select setval(pg_get_serial_sequence(${getTableName(source.table)}, 'number'), max(${number}))
      from ${source.table} having count(*) > 0`)
  }
}

/**
 * Loads demo data into an empty database if configured. Returns the demo's logins if present, else null. @throws StartRefusal
 * if the server is exposed
 */
export const prepareDemo = async (
  context: ServerContext,
  {
    demo,
    demoOrders,
    demoShuffle,
    exposure,
  }: Pick<Config, 'demo' | 'demoOrders' | 'demoShuffle' | 'exposure'>,
  log: DatabaseLog,
): Promise<DemoCompany | null> => {
  const isEmpty = (await context.db.select({ id: users.id }).from(users).limit(1)).length === 0
  const options = { orders: demoOrders, shuffle: demoShuffle, log }
  if (isEmpty) return demo && (await loadDemo(context, options)) ? demoCompany : null
  const emails = demoLogins.map(({ email }) => email)
  const alive = await context.db
    .select({ email: users.email })
    .from(users)
    .where(and(inArray(users.email, emails), isNull(users.deletedAt)))
  if (alive.length === 0) return null
  if (exposure !== null) {
    throw new StartRefusal(
      `This database holds the demo company, whose passwords are public, but ${exposure}: set DATA_DIR or DATABASE_URL to another one.`,
    )
  }
  const known = new Set(alive.map(({ email }) => email))
  return { ...demoCompany, logins: demoCompany.logins.filter(({ email }) => known.has(email)) }
}
