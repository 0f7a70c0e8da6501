import { expect, it } from 'vitest'
import type { HandoverDue } from '../../../domain/handovers/handover.ts'
import type { Shipping } from '../../../domain/shippings/shipping.ts'
import { createRandom, type Random } from '../../../server/seed/row-writer.ts'
import type { Caller } from '../../support/api/caller.ts'
import { openShopApi } from '../../support/api/shop.ts'
import { rounds } from '../../support/is-full.ts'

const { api, shop } = await openShopApi()

const clients = 8
const steps = rounds(250, 30)
const firstSeed = 28_000

type Courier = { id: string }
type World = { couriers: readonly Courier[]; parcels: readonly Shipping[]; batches: string[]; random: Random }
type Answer = {
  status: number
  body: { code?: string; batchId?: string | null; refused?: { code: string }[] }
}

/** Actions of concurrent clients, based on data that may be stale. */
const actions: Record<string, (caller: Caller, world: World) => Promise<Answer[]>> = {
  deliver: async (caller, { parcels, random }) => {
    const body = { status: 'DELIVERED', collected: random.between(0, 20) * 500, reason: 'Convenu' }
    return [await caller.put(`/shippings/status/${random.pick(parcels).id}`, { body })]
  },
  reopen: async (caller, { parcels, random }) => [
    await caller.put(`/shippings/status/${random.pick(parcels).id}`, {
      body: { status: 'OUT_FOR_DELIVERY' },
    }),
  ],
  handOver: async (caller, { couriers, random, batches }) => {
    const { id: delivery } = random.pick(couriers)
    const due = await caller.get<HandoverDue>(`/handovers/due?country=ic&delivery=${delivery}`)
    const off = random.chance(0.3) ? random.between(-1, 1) * 500 : 0
    const counted = Math.max(0, due.body.expected + off)
    const body = { country: 'ic', delivery, counted, note: 'Compté', seen: due.body.seen }
    const answer = await caller.post<Answer['body']>('/handovers', { body })
    if (answer.body.batchId) batches.push(answer.body.batchId)
    return [answer]
  },
  /** An undo of an undo is a redo. */
  undo: async (caller, { batches, random }) => {
    if (batches.length === 0) return []
    const answer = await caller.post<Answer['body']>(`/changes/${random.pick(batches)}/undo`)
    if (answer.body.batchId) batches.push(answer.body.batchId)
    return [answer]
  },
}

const names = [
  ['deliver', 40],
  ['reopen', 20],
  ['handOver', 22],
  ['undo', 18],
] as const

const allowed = new Set([
  'ALREADY_THERE',
  'NO_SUCH_TRANSITION',
  'CASH_HANDED_OVER',
  'CASH_CHANGED',
  'NOTHING_TO_HAND_OVER',
  'ALREADY_UNDONE',
  'MOVED_ON',
  'NOT_FOUND',
])

it.each(Array.from({ length: rounds(4, 1) }, (_, at) => firstSeed + at))(
  'collected is handed over and in hand, whatever eight clients do at once (seed %i)',
  async (seed) => {
    const couriers = await Promise.all([1, 2, 3].map(() => shop.courier()))
    const product = await shop.product()
    const parcels: Shipping[] = []
    for (let made = 0; made < 12; made++)
      parcels.push(await shop.ship(await shop.order(product), couriers[made % couriers.length]))
    const batches: string[] = []
    const codes = new Map<string, number>()
    await Promise.all(
      Array.from({ length: clients }, async (_, client) => {
        const caller = await api.as(await api.createUser({ role: 'admin' }))
        const own = createRandom(seed * 100 + client)
        for (let step = 0; step < steps; step++) {
          const world = { couriers, parcels, batches, random: own }
          for (const { status, body } of await actions[own.weighted(names)]!(caller, world)) {
            const refusals = [body.code, ...(body.refused ?? []).map(({ code }) => code)].filter(
              (code) => code != null,
            )
            for (const code of refusals) codes.set(code, (codes.get(code) ?? 0) + 1)
            expect(status, JSON.stringify(body)).toBeLessThan(500)
            expect(refusals.filter((code) => !allowed.has(code))).toEqual([])
          }
        }
      }),
    )
    // The rules were exercised.
    expect([...codes.keys()]).toEqual(expect.arrayContaining(['CASH_HANDED_OVER', 'MOVED_ON']))
    await expectSoundCash(couriers)
  },
  120_000,
)

const expectSoundCash = async (couriers: readonly Courier[]): Promise<void> => {
  const sumOf = async (query: string, id: string): Promise<number> =>
    Number((await api.context.pool.query(query, [id])).rows[0].sum)
  for (const { id } of couriers) {
    const collected = await sumOf(
      `select coalesce(sum(collected), 0) as sum from shippings where delivery = $1 and status = 'DELIVERED'`,
      id,
    )
    const handedOver = await sumOf(
      'select coalesce(sum(expected), 0) as sum from handovers where delivery = $1 and deleted_at is null',
      id,
    )
    const { body } = await shop.admin.get<HandoverDue>(`/handovers/due?country=ic&delivery=${id}`)
    expect(handedOver + body.expected).toBe(collected)
    const balance = await sumOf(
      'select coalesce(sum(counted - expected), 0) as sum from handovers where delivery = $1 and deleted_at is null',
      id,
    )
    expect(body.balance).toBe(balance)
  }
  const broken = await api.context.pool.query(
    `select 'sum' as rule, handovers.id from handovers left join handover_lines line on line.handover = handovers.id
       group by handovers.id, expected, parcels
       having coalesce(sum(line.collected), 0) <> expected or count(line.shipping) <> parcels
     union all
     select 'parcel', shippings.id from shippings join handovers on handovers.id = shippings.handover
       left join handover_lines line on line.handover = handovers.id and line.shipping = shippings.id
       where handovers.deleted_at is not null or line.collected is distinct from shippings.collected
     union all
     select 'line', line.shipping from handover_lines line
       join handovers on handovers.id = line.handover and handovers.deleted_at is null
       join shippings on shippings.id = line.shipping where shippings.handover is distinct from line.handover
     union all
     select 'twice', line.shipping from handover_lines line
       join handovers on handovers.id = line.handover and handovers.deleted_at is null
       group by line.shipping having count(*) > 1`,
  )
  expect(broken.rows).toEqual([])
  const stuck = await api.context.pool.query(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  )
  expect(stuck.rows).toEqual([{ deadlocks: 0 }])
}
