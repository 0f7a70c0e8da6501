import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ChangeReport } from '../../../domain/changes/changes.ts'
import type { ShippingStatus } from '../../../domain/fulfillment/shipping-status.ts'
import type { HandoverDue } from '../../../domain/handovers/handover.ts'
import { standInMidweek } from '../../support/api/billing.ts'
import { parcelAt } from '../../support/api/parcel-at.ts'
import { startShop } from '../../support/api/shop.ts'
import { expectSoundBooks } from '../../support/api/sound-books.ts'
import { expectSoundHistory } from '../../support/api/sound-history.ts'
import { expectSoundInvoices } from '../../support/api/sound-invoices.ts'
import { expectSoundSearch } from '../../support/api/sound-search.ts'
import { openApi } from '../../support/api/start-api.ts'
import type { Call, Known } from '../../support/property/call.ts'
import { drawnCall } from '../../support/property/calls.ts'
import { openShop } from '../../support/property/open-shop.ts'
import { firstSeed, playCounts } from '../../support/property/play-counts.ts'
import { count, newTally, type Tally } from '../../support/property/tally.ts'
import { send, signIn, startWorld, type World } from '../../support/property/world.ts'

/** How many records of each resource calls choose from. */
const newest = 12

const listOf = (table: string, isSpent: string) =>
  `array(select id from ${table} where owner = any($1) order by ${isSpent}, number desc limit ${newest})`

/** The current records for drawing calls: like `knownTo`, from the database. */
const readKnown = async ({ api, model }: World): Promise<Known> => {
  const { pool, now } = api.context
  const { sellers, people, country } = model
  const { rows } = await pool.query(
    `select ${listOf('products', 'deleted_at is not null')} as products,
      ${listOf('orders', `deleted_at is not null or status = 'CANCELLED'`)} as orders,
      ${listOf('shippings', `deleted_at is not null or status in ('CANCELLED', 'RETURNED', 'LOST')`)} as shippings,
      ${listOf('expeditions', 'deleted_at is not null')} as expeditions,
      ${listOf('invoices', 'deleted_at is not null')} as invoices,
      array(select batch_id from changes order by id desc limit ${4 * newest}) as batches,
      (select coalesce(json_object_agg(id, status), '{}') from shippings where owner = any($1)) as statuses`,
    [sellers],
  )
  const [found] = rows as [Record<List, string[]> & { statuses: Record<string, ShippingStatus> }]
  return {
    country,
    at: now().getTime(),
    sellers,
    couriers: [people.first.id, people.second.id],
    products: found.products.toReversed(),
    orders: found.orders.toReversed(),
    shippings: found.shippings.toReversed(),
    expeditions: found.expeditions.toReversed(),
    invoices: found.invoices.toReversed(),
    batches: [...new Set(found.batches)].toReversed(),
    statusOf: (id) => found.statuses[id]!,
  }
}

type List = 'products' | 'orders' | 'shippings' | 'expeditions' | 'invoices' | 'batches'

/** A client reads the records again after this many calls, so that it works with slightly stale data. */
const knownFor = 10

/** Refusals that must not occur under concurrency: `domain` rules are checked before database constraints fire. */
const unforeseen = ['CONFLICT', 'OVERLOADED', 'INTERNAL', 'DATABASE_UNAVAILABLE']

/** Outcomes of handovers. */
const handedOver = new Set<string>()

/**
 * Runs concurrent clients, each with its own users except the two delivery people, until they have made this
 * many calls together. The calls are drawn from the seed; their order on the server is not deterministic.
 */
const playAtOnce = async (
  world: World,
  { clients, calls, seed, tally }: { clients: number; calls: number; seed: number; tally: Tally },
): Promise<void> => {
  const budget = { left: calls }
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      const own = await newClient(world)
      for (let round = 0; budget.left > 0; round++) {
        const known = await readKnown(world)
        await undoManifest(own, round)
        handedOver.add(await handOver(own, known, seed + 1_000 * client + round))
        await callAsClient(own, known, { seed: seed + 1_000 * client + round, budget, tally })
      }
    }),
  )
}

type Client = Pick<World, 'api' | 'callers'>

const newClient = async ({ api, model, users }: World): Promise<Client> => {
  const admin = await api.createUser({ role: 'admin' })
  const agent = await api.createUser({ role: 'agent', country: model.country })
  return { api, callers: await signIn(api, { ...users, admin, agent }) }
}

const callAsClient = async (
  client: Client,
  known: Known,
  { seed, budget, tally }: { seed: number; budget: { left: number }; tally: Tally },
): Promise<void> => {
  for (const drawn of fc.sample(drawnCall, { seed, numRuns: knownFor, unbiased: true })) {
    const call = sentOut(drawn.prepare(known), known, budget.left)
    if (call === null || budget.left <= 0) continue
    budget.left--
    const answer = await send(client, call)
    count(tally, answer)
    if (answer.status >= 500 || unforeseen.includes(String(answer.body.code))) {
      throw new Error(
        `${call.method} ${call.path} ${JSON.stringify(call.body)}: ${JSON.stringify(answer.body)}`,
      )
    }
  }
}

/** Two of three dispatches name a courier, so that they create manifests. */
const sentOut = (call: Call | null, { couriers }: Known, turn: number): Call | null =>
  call?.path.startsWith('/shippings/status') && 'status' in (call.body ?? {}) && turn % 3 > 0
    ? { ...call, body: withDelivery(call.body as { status: string }, couriers[turn % 2]!) }
    : call

const withDelivery = (body: { status: string }, delivery: string) =>
  body.status === 'OUT_FOR_DELIVERY' ? { ...body, delivery } : body

/** Undoes one of the newest manifests, unless a parcel has moved. */
const undoManifest = async (client: Client, round: number): Promise<string> => {
  const { rows } = await client.api.context.pool.query<{ id: string }>(
    'select id from manifests where deleted_at is null order by id desc limit 1 offset $1',
    [round % 4],
  )
  if (rows[0] === undefined) return 'none'
  const { status, body } = await client.callers.admin.post(`/manifests/${rows[0].id}/undo`)
  if (status >= 500 || unforeseen.includes(String(body.code))) throw new Error(JSON.stringify(body))
  return status === 200 ? 'undone' : String(body.code)
}

/** Undoes a manifest at once, and again after its redo: random calls may miss either. */
const expectManifestsTakenBack = async (): Promise<void> => {
  const { parcel } = await parcelAt(shop, ['ASSIGNED'])
  const out = { ids: [parcel.id], status: 'OUT_FOR_DELIVERY', delivery: parcel.delivery }
  await shop.bulkShippings(out)
  expect(await undoManifest(world, 0)).toBe('undone')
  await shop.bulkShippings(out)
  await shop.moveShipping(parcel, 'REFUSED')
  expect(await undoManifest(world, 0)).toBe('MANIFEST_HAS_MOVED')
}

/** Hands over a courier's cash, sometimes a coin short or over. Another client may be first. */
const handOver = async ({ callers }: Client, { couriers, country }: Known, turn: number): Promise<string> => {
  const delivery = couriers[turn % couriers.length]!
  const due = await callers.agent.get<HandoverDue>(`/handovers/due?country=${country}&delivery=${delivery}`)
  const counted = Math.max(0, due.body.expected + ((turn % 3) - 1) / 1_000)
  const body = { country, delivery, counted: Number(counted.toFixed(3)), note: 'Compté', seen: due.body.seen }
  const { status, body: answer } = await callers.agent.post('/handovers', { body })
  if (status >= 500 || unforeseen.includes(String(answer.code))) throw new Error(JSON.stringify(answer))
  return status === 201 ? 'recorded' : String(answer.code)
}

const api = await openApi()
standInMidweek(api)
const world = await startWorld(api, 'tn')
const shop = await startShop(api)
await openShop(world)

const { atOnce } = playCounts()
const clients = 8
/** How often all clients stop for a check of the invariants. */
const pauses = 6

it(`keeps stock, parcels, cash, invoices and history sound through ${atOnce} random calls of ${clients} clients at once`, {
  timeout: 120 * atOnce + 120_000,
}, async () => {
  const tally = newTally()
  for (let pause = 1; pause <= pauses; pause++) {
    const calls = Math.ceil((atOnce * pause) / pauses) - tally.calls
    await playAtOnce(world, { clients, calls, seed: firstSeed + 1_000_000 * pause, tally })
    await expectManifestsTakenBack()
    await expectSoundBooks(api)
    await expectSoundHistory(api)
    await expectSoundSearch(api)
    await billAll()
    await expectSoundInvoices(api)
  }
  expect(tally.calls).toBe(atOnce)
  expect([...handedOver]).toContain('recorded')
  const refusals = [...tally.refusals.keys()]
  expect(refusals).toEqual(expect.arrayContaining(['ALREADY_THERE', 'MOVED_ON']))
  // Rare refusals are only certain with many calls.
  if (atOnce >= 2_000) {
    expect(refusals).toEqual(expect.arrayContaining(['ALREADY_INVOICED', 'OUT_OF_STOCK', 'CASH_HANDED_OVER']))
    expect([...handedOver]).toContain('CASH_CHANGED')
  }
})

/** Bills all settled parcels; invoices must be unpaid for that. */
const billAll = async (): Promise<void> => {
  const { admin } = world.callers
  await admin.put('/invoices/status', { body: { where: {}, status: 'UN_PAID' } })
  const { body } = await admin.post<ChangeReport>('/invoices/generate')
  expect(body.refused).toEqual([])
}
