import { expect, it } from 'vitest'
import type { Analytics } from '../../../domain/analytics/analytics.ts'
import type { ChangeReport } from '../../../domain/changes/changes.ts'
import { type CountryCode, countries } from '../../../domain/core/countries.ts'
import type { EarningsRule } from '../../../domain/handovers/earnings.ts'
import type { Handover, HandoverDue } from '../../../domain/handovers/handover.ts'
import type { Invoice } from '../../../domain/invoices/invoice.ts'
import type { Order } from '../../../domain/orders/order.ts'
import type { PayoutWithLines } from '../../../domain/payouts/payout.ts'
import type { Product } from '../../../domain/products/product.ts'
import type { Shipping } from '../../../domain/shippings/shipping.ts'
import type { Tariff } from '../../../domain/tariffs/tariff.ts'
import type { Zone } from '../../../domain/zones/zone.ts'
import { createRandom, type Random } from '../../../server/seed/row-writer.ts'
import { openBillingApi } from '../../support/api/billing.ts'
import type { Caller } from '../../support/api/caller.ts'
import type { TestUser } from '../../support/api/insert-user.ts'
import { orderInput } from '../../support/api/shop.ts'
import { expectSoundBooks } from '../../support/api/sound-books.ts'
import { isFull } from '../../support/is-full.ts'
import { bestTariff } from '../../support/property/best-tariff.ts'

const { api, shop, billing } = await openBillingApi()
const { pool } = api.context
/** Signed in again each day. */
let admin: Caller = shop.admin

const seed = Number(process.env.TEST_SEED ?? 39_000)
const CLIENTS = 8
/** Between two comparisons with the plain recomputation each client takes this many steps at once with the others. */
const [COMPARISONS, STEPS_EACH] = isFull ? [10, 25] : [2, 10]
/** One of each number of decimals: 0, 2 and 3. */
const places = ['ic', 'fr', 'tn'] as const
type Place = (typeof places)[number]

const cities = ['Alphaville', 'Bétabourg', 'Gammacité', 'Deltapôle', 'Omegaport'] as const

const feeNames = [
  'delivery',
  'returned',
  'refused',
  'piece',
  'cashPercent',
  'cashFixed',
  'cashLeast',
  'cashMost',
  'courier',
] as const
type Terms = Pick<Tariff, 'id' | 'owner' | 'zone' | 'from' | 'to' | (typeof feeNames)[number]>

/** Tariffs and rule of a country between two of their changes, which the test makes one after the other. */
type Prices = { tariffs: readonly Terms[]; isKeptBack: boolean }

/** Amounts are thousandths of the major unit, as integers: a plain way of its own to be exact. */
const exact = (amount: number | string): number => Math.round(Number(amount) * 1_000)
const sum = (amounts: readonly number[]): number => amounts.reduce((total, one) => total + one, 0)

type Parcel = {
  shipping: string
  country: Place
  owner: string
  zone: string | null
  day: string
  status: string
  quantity: number
  collected: number
  isRefused: boolean
}

const feesOf = (
  prices: Prices,
  parcel: Parcel,
): { shippingFee: number; upsellFee: number; cashFee: number } => {
  const tariff = bestTariff(prices.tariffs, parcel)
  if (parcel.status === 'RETURNED') {
    const fee = parcel.isRefused && tariff.refused !== null ? tariff.refused : tariff.returned
    return { shippingFee: exact(fee), upsellFee: 0, cashFee: 0 }
  }
  const unit = 10 ** (3 - countries[parcel.country].decimals)
  // Half away from zero at the currency's last digit.
  const percent = Math.round((tariff.cashPercent ?? 0) * 1_000)
  const share = Math.floor((parcel.collected * percent * 2 + 100_000 * unit) / (200_000 * unit)) * unit
  const bounded = Math.max(share + exact(tariff.cashFixed ?? 0), exact(tariff.cashLeast ?? 0))
  return {
    shippingFee: exact(tariff.delivery),
    upsellFee: exact(tariff.piece ?? 0) * (parcel.quantity - 1),
    cashFee:
      parcel.collected === 0
        ? 0
        : Math.min(bounded, tariff.cashMost === null ? bounded : exact(tariff.cashMost)),
  }
}

const earnedBy = (prices: Prices, parcel: Parcel): number =>
  exact(bestTariff(prices.tariffs, parcel).courier ?? 0)

type World = {
  sellers: Record<Place, TestUser[]>
  couriers: Record<Place, TestUser[]>
  products: Record<Place, Product[]>
  orders: { id: string; place: Place }[]
  zones: Record<Place, Set<string>>
  batches: string[]
  /** Prices of a country, oldest first; `isChanging`: the next are under way. */
  prices: Record<Place, { states: Prices[]; isChanging: boolean }>
  /** Which prices a billing, by its batch, or a handover, by its id, may have seen: the first and the last of them. */
  windows: Map<string, [first: number, last: number]>
  /** Orders whose zone somebody may have chosen, or that were not open all the time. */
  unsure: Set<string>
  codes: Map<string, number>
}

type Answer = {
  status: number
  body: { code?: string; batchId?: string | null; refused?: unknown }
}
type Step = (caller: Caller, random: Random, world: World) => Promise<unknown>

/** Counts refusals; a bug fails the test. */
const heard = <Body>(
  { codes }: World,
  answer: { status: number; body: Body },
): { isDone: boolean; body: Body } => {
  const { body } = answer as Answer
  expect(answer.status, JSON.stringify(body)).toBeLessThan(500)
  // A tariff has a fee of that name.
  const refused: { code: string }[] = Array.isArray(body.refused) ? body.refused : []
  for (const code of [body.code, ...refused.map((one) => one.code)])
    if (code != null) codes.set(code, (codes.get(code) ?? 0) + 1)
  return { isDone: answer.status < 300, body: answer.body }
}

let phones = 0
const phoneOf = (place: Place): string => {
  phones++
  return {
    ic: `+22507${20_000_000 + phones}`,
    fr: `+336${10_000_000 + phones}`,
    tn: `+216${20_000_000 + phones}`,
  }[place]
}

const amountOf = (random: Random, place: Place, from: number, to: number): number => {
  const unit = 10 ** countries[place].decimals
  return unit === 1 ? random.between(from, to) * 25 : random.between(from * unit, to * unit) / unit
}

const drawFees = (random: Random, place: Place) => {
  const amount = (to: number, share = 1) => (random.chance(share) ? amountOf(random, place, 0, to) : null)
  return {
    delivery: amountOf(random, place, 2, 30),
    returned: amountOf(random, place, 0, 8),
    refused: amount(10, 0.5),
    piece: amount(4, 0.7),
    cashPercent: random.chance(0.6) ? random.between(0, 4_000) / 1_000 : null,
    cashFixed: amount(3, 0.3),
    cashLeast: amount(2, 0.3),
    cashMost: random.chance(0.3) ? amountOf(random, place, 3, 9) : null,
    courier: amount(12, 0.8),
  }
}

/** Changes prices while no other client does, and reads them as they are then. */
const changing = async ({ prices }: World, place: Place, change: () => Promise<unknown>): Promise<void> => {
  const book = prices[place]
  if (book.isChanging) return
  book.isChanging = true
  try {
    await change()
  } finally {
    book.states.push(await readPrices(place))
    book.isChanging = false
  }
}

const readPrices = async (place: Place): Promise<Prices> => {
  const { body } = await admin.get<{ items: Tariff[] }>(`/tariffs?country=${place}&limit=500`)
  const rule = await admin.get<EarningsRule>(`/handovers/earnings?country=${place}`)
  return { tariffs: body.items, isKeptBack: rule.body.isKeptBack }
}

/** Runs a call that prices parcels, and remembers which prices it may have seen. */
const pricing = async <Body>(
  { prices, windows }: World,
  place: Place,
  call: () => Promise<Body>,
  keyOf: (body: Body) => string | null,
) => {
  const { states } = prices[place]
  const first = states.length - 1
  const body = await call()
  const key = keyOf(body)
  if (key !== null) windows.set(key, [first, states.length - 1 + (prices[place].isChanging ? 1 : 0)])
  return body
}

const steps: Record<string, Step> = {
  makeOrder: async (caller, random, world) => {
    const place = random.pick(places)
    const product = random.pick(world.products[place])
    const customerAddress = `${random.pick([...cities, 'Nullepart'])}, rue ${random.between(1, 999)}`
    const input = { customerAddress, quantity: random.between(1, 3), customerPhone: phoneOf(place) }
    const { isDone, body } = heard(
      world,
      await caller.post<Order>('/orders', { body: orderInput(product, input) }),
    )
    if (isDone) world.orders.push({ id: body.id, place })
  },
  moveOrder: async (caller, random, world) => {
    const order = random.pick(world.orders)
    if (order === undefined) return
    const customerAddress = `${random.pick(cities)}, allée ${random.between(1, 9_999)}`
    heard(world, await caller.put<Order>(`/orders/${order.id}`, { body: { customerAddress } }))
  },
  choosePlace: async (caller, random, world) => {
    const order = random.pick(world.orders)
    if (order === undefined) return
    world.unsure.add(order.id)
    const zone = random.pick([...world.zones[order.place], null]) ?? null
    heard(world, await caller.put<Order>(`/orders/${order.id}`, { body: { zone } }))
  },
  settle: async (caller, random, world) => {
    const order = random.pick(world.orders.slice(-60))
    if (order === undefined) return
    const put = async <Body>(path: string, body: Record<string, unknown>) =>
      heard(world, await caller.put<Body>(path, { body }))
    const delivery = random.pick(world.couriers[order.place]).id
    await put(`/orders/status/${order.id}`, { status: 'CONFIRMED', delivery })
    const { body } = heard(world, await caller.get<Order>(`/orders/${order.id}`))
    if (body.shipping == null) return
    const move = (status: string, more: Record<string, unknown> = {}) =>
      put<Shipping>(`/shippings/status/${body.shipping}`, { status, ...more })
    await move('OUT_FOR_DELIVERY')
    if (random.chance(0.75)) {
      const collected = random.pick([
        body.totalPrice,
        body.totalPrice,
        0,
        amountOf(random, order.place, 1, 9),
      ])
      await move('DELIVERED', { collected, reason: 'Convenu avec le client' })
    } else if (random.chance(0.5)) {
      await move('REFUSED')
      await move('RETURNED')
    } else await move('RETURNED', { condition: 'damaged' })
  },
  reopen: async (caller, random, world) => {
    const order = random.pick(world.orders)
    if (order === undefined) return
    const { body } = heard(world, await caller.get<Order>(`/orders/${order.id}`))
    if (body.shipping == null) return
    heard(
      world,
      await caller.put(`/shippings/status/${body.shipping}`, { body: { status: 'OUT_FOR_DELIVERY' } }),
    )
  },
  bill: async (caller, random, world) => {
    const place = random.pick(places)
    const seller = random.pick(world.sellers[place]).id
    const { body } = await pricing(
      world,
      place,
      async () =>
        heard(
          world,
          await caller.post<ChangeReport>('/invoices/generate', { body: { country: place, seller } }),
        ),
      ({ body }) => body.batchId ?? null,
    )
    if (!body.batchId) return
    world.batches.push(body.batchId)
    // An undo of the billing opens them again, with the zone of then.
    const { rows } = await pool.query<{ order: string }>(
      'select s."order" from invoice_lines l join shippings s on s.id = l.shipping where l.batch_id = $1',
      [body.batchId],
    )
    for (const { order } of rows) world.unsure.add(order)
  },
  pay: async (caller, random, world) => {
    const place = random.pick(places)
    const seller = random.pick(world.sellers[place]).id
    const { body } = heard(
      world,
      await caller.get<{ items: Invoice[] }>(
        `/invoices?owner=${seller}&country=${place}&status=UN_PAID&limit=50`,
      ),
    )
    const lines = body.items
      .filter(({ remaining }) => remaining !== 0)
      .slice(0, 3)
      .map(({ id, remaining }) => ({
        invoice: id,
        amount:
          remaining > 0 && random.chance(0.5)
            ? Math.min(remaining, amountOf(random, place, 1, 60))
            : remaining,
      }))
    // What the seller owes is deducted only as far as there is something to pay.
    const isOwed = sum(lines.map(({ amount }) => exact(amount))) >= 0
    const parts = isOwed ? lines : lines.filter(({ amount }) => amount > 0)
    if (parts.length === 0) return
    const date = api.context.now().toISOString().slice(0, 10)
    const paid = heard(
      world,
      await caller.post<PayoutWithLines>('/payouts', {
        body: { country: place, seller, lines: parts, method: random.pick(['CASH', 'BANK']), date },
      }),
    )
    if (!paid.isDone) return
    const history = await caller.get<{ items: { batchId: string }[] }>(
      `/payouts/${paid.body.id}/history?limit=1`,
    )
    const batch = history.body.items[0]?.batchId
    if (batch !== undefined) world.batches.push(batch)
  },
  handOver: async (caller, random, world) => {
    const place = random.pick(places)
    const delivery = random.pick(world.couriers[place]).id
    const due = heard(
      world,
      await caller.get<HandoverDue>(`/handovers/due?country=${place}&delivery=${delivery}`),
    ).body
    const off = random.chance(0.25) ? amountOf(random, place, 1, 3) : 0
    const counted = (exact(due.expected) + exact(off)) / 1_000
    const { isDone, body } = await pricing(
      world,
      place,
      async () =>
        heard(
          world,
          await caller.post<Handover>('/handovers', {
            body: { country: place, delivery, counted, note: 'Compté', seen: due.seen },
          }),
        ),
      ({ isDone, body }) => (isDone ? body.id : null),
    )
    if (isDone) world.batches.push(body.batchId)
  },
  makeZone: async (caller, random, world) => {
    const place = random.pick(places)
    const chosen = [random.pick(cities), random.pick(cities)]
    const body = { country: place, name: chosen.join(' '), cities: [...new Set(chosen)] }
    const made = heard(world, await caller.post<Zone>('/zones', { body }))
    if (made.isDone) world.zones[place].add(made.body.id)
  },
  correctZone: async (caller, random, world) => {
    const place = random.pick(places)
    const id = random.pick([...world.zones[place]])
    if (id === undefined) return
    const chosen = [...new Set([random.pick(cities), random.pick(cities), random.pick(cities)])]
    const { isDone } = heard(world, await caller.put(`/zones/${id}`, { body: { cities: chosen } }))
    if (!isDone) return
    const { body } = await caller.get<{ items: { batchId: string }[] }>(`/zones/${id}/history?limit=1`)
    if (body.items?.[0] !== undefined) world.batches.push(body.items[0].batchId)
  },
  deleteZone: async (caller, random, world) => {
    const place = random.pick(places)
    const id = random.pick([...world.zones[place]])
    if (id === undefined) return
    const { body } = heard(world, await caller.put<ChangeReport>('/zones/delete', { body: { ids: [id] } }))
    if (body.counts?.changed === 1) world.zones[place].delete(id)
  },
  makeTariff: async (caller, random, world) => {
    const place = random.pick(places)
    const today = api.context.now().getTime()
    const day = () => new Date(today + random.between(-4, 3) * 86_400_000).toISOString().slice(0, 10)
    const reach = {
      owner: random.chance(0.4) ? random.pick(world.sellers[place]).id : null,
      zone: random.pick([...world.zones[place], null]) ?? null,
      from: random.chance(0.7) ? day() : null,
    }
    const body = { country: place, ...reach, to: null, ...drawFees(random, place) }
    await changing(world, place, async () => heard(world, await caller.post('/tariffs', { body })))
  },
  changeTariff: async (caller, random, world) => {
    const place = random.pick(places)
    const tariff = random.pick(world.prices[place].states.at(-1)!.tariffs)
    if (tariff === undefined) return
    await changing(world, place, async () =>
      heard(world, await caller.put(`/tariffs/${tariff.id}`, { body: drawFees(random, place) })),
    )
  },
  deleteTariff: async (caller, random, world) => {
    const place = random.pick(places)
    const tariff = random.pick(world.prices[place].states.at(-1)!.tariffs)
    if (tariff === undefined) return
    await changing(world, place, async () => {
      const { body } = heard(
        world,
        await caller.put<ChangeReport>('/tariffs/delete', { body: { ids: [tariff.id] } }),
      )
      world.prices[place].states.push(await readPrices(place))
      // Taken back at once, by times.
      if (body.batchId && random.chance(0.4)) heard(world, await caller.post(`/changes/${body.batchId}/undo`))
    })
  },
  setRule: async (caller, random, world) => {
    const place = random.pick(places)
    await changing(world, place, async () =>
      heard(
        world,
        await caller.put('/handovers/earnings', { body: { country: place, isKeptBack: random.chance(0.5) } }),
      ),
    )
  },
  /** An undo of an undo is a redo. */
  undo: async (caller, random, world) => {
    const batch = random.pick(world.batches.slice(-25))
    if (batch === undefined) return
    // A redo of a correction moves orders as they were then.
    const { rows } = await pool.query<{ id: string }>(
      `select record_id as id from changes where batch_id = $1 and resource = 'orders'`,
      [batch],
    )
    for (const { id } of rows) world.unsure.add(id)
    const { isDone, body } = heard(world, await caller.post<ChangeReport>(`/changes/${batch}/undo`))
    if (isDone && body.batchId) world.batches.push(body.batchId)
  },
}

const weights = [
  ['makeOrder', 14],
  ['moveOrder', 5],
  ['choosePlace', 2],
  ['settle', 22],
  ['reopen', 4],
  ['bill', 9],
  ['pay', 8],
  ['handOver', 9],
  ['makeZone', 3],
  ['correctZone', 4],
  ['deleteZone', 1],
  ['makeTariff', 4],
  ['changeTariff', 4],
  ['deleteTariff', 2],
  ['setRule', 2],
  ['undo', 7],
] as const

type LineRow = Parcel & {
  key: string
  invoice: string
  shippingFee: string
  upsellFee: string
  cashFee: string
  presentZone: string | null
  presentStatus: string
}

const timeZones = `(values ${places.map((place) => `('${place}', '${countries[place].timeZone}')`).join(', ')}) clock (country, name)`
const parcelColumns = (from: {
  at: string
  zone: string
}) => `s.id as shipping, s.country, s.owner, ${from.zone} as zone,
  (${from.at} at time zone clock.name)::date::text as day, s.status, o.quantity, coalesce(s.collected, 0) as collected,
  s.is_refused as "isRefused"`
const joins = `join orders o on o.id = s."order" join ${timeZones} on clock.country = s.country`

const plain = <Row extends { collected: number | string }>(row: Row): Row & { collected: number } => ({
  ...row,
  collected: exact(row.collected),
})

/** Prices that may have been seen, of which one says what was written. */
const isOneOf = (
  { prices, windows }: World,
  place: Place,
  key: string,
  says: (prices: Prices) => boolean,
): boolean => {
  const [first, last] = windows.get(key) ?? [0, prices[place].states.length - 1]
  return prices[place].states.slice(first, last + 1).some(says)
}

/** What was written once never changes: lines of invoices and of handovers by their keys. */
const frozen = new Map<string, string>()
const expectFrozen = (key: string, said: unknown): void => {
  const text = JSON.stringify(said)
  expect(text).toBe(frozen.get(key) ?? text)
  frozen.set(key, text)
}

const compareInvoices = async (world: World): Promise<void> => {
  const { rows } =
    await pool.query<LineRow>(`select l.batch_id as key, l.invoice, ${parcelColumns({ at: 'l.settled_at', zone: 'l.zone' })},
      l.shipping_fee as "shippingFee", l.upsell_fee as "upsellFee", l.cash_fee as "cashFee",
      o.zone as "presentZone", l.status as "presentStatus"
    from invoice_lines l join shippings s on s.id = l.shipping ${joins}`)
  const lines = rows.map(plain)
  expect(new Set(lines.map(({ shipping }) => shipping)).size).toBe(lines.length)
  for (const {
    key,
    shippingFee,
    upsellFee,
    cashFee,
    presentStatus,
    presentZone: _,
    invoice,
    ...parcel
  } of lines) {
    expect(parcel.status).toBe(presentStatus)
    const fees = { shippingFee: exact(shippingFee), upsellFee: exact(upsellFee), cashFee: exact(cashFee) }
    const says = (prices: Prices) => JSON.stringify(feesOf(prices, parcel)) === JSON.stringify(fees)
    expect(isOneOf(world, parcel.country, key, says), JSON.stringify({ parcel, fees })).toBe(true)
    expectFrozen(`${key} ${parcel.shipping}`, {
      ...fees,
      invoice,
      zone: parcel.zone,
      collected: parcel.collected,
    })
  }
  const invoices = await pool.query<Record<string, string>>(
    'select id, owner, country, status, total_without_fees, total_with_fees, expedition_fees + other_fees as others from invoices where deleted_at is null',
  )
  for (const invoice of invoices.rows) {
    const own = lines.filter((line) => line.invoice === invoice.id)
    const fees = sum(
      own.flatMap(({ shippingFee, upsellFee, cashFee }) => [
        exact(shippingFee),
        exact(upsellFee),
        exact(cashFee),
      ]),
    )
    const collected = sum(own.map((line) => line.collected))
    expect([exact(invoice.total_without_fees!), exact(invoice.total_with_fees!)]).toEqual([
      collected,
      collected - fees - exact(invoice.others!),
    ])
  }
  const payouts = await pool.query<{ owner: string; country: string; invoice: string; amount: string }>(
    `select p.owner, p.country, l.invoice, l.amount from payout_lines l join payouts p on p.id = l.payout where p.deleted_at is null`,
  )
  for (const place of places)
    for (const { id } of world.sellers[place]) {
      const of = (row: { owner?: string; country?: string }) => row.owner === id && row.country === place
      const billed = sum(invoices.rows.filter(of).map((row) => exact(row.total_with_fees!)))
      const paid = sum(payouts.rows.filter(of).map(({ amount }) => exact(amount)))
      const { body } = await admin.get<{ items: Invoice[] }>(
        `/invoices?owner=${id}&country=${place}&limit=500`,
      )
      expect(sum(body.items.map(({ remaining }) => exact(remaining)))).toBe(billed - paid)
      for (const invoice of body.items) {
        const parts = payouts.rows.filter((row) => row.invoice === invoice.id)
        expect(exact(invoice.paidAmount)).toBe(sum(parts.map(({ amount }) => exact(amount))))
        if (Math.abs(exact(invoice.paidAmount)) > Math.abs(exact(invoice.totalWithFees)))
          await expectPaidBefore(invoice)
        if (invoice.status === 'PAID') expect(exact(invoice.remaining)).toBe(0)
      }
      const owed = await admin.get<{ items: { id: string; remaining: number }[] }>(
        `/payouts/owed?country=${place}`,
      )
      expect(exact(owed.body.items.find((one) => one.id === id)?.remaining ?? 0)).toBe(billed - paid)
    }
}

/**
 * No payout pays more than is owed when it is made. Returns that are billed on the invoice afterwards may leave that a seller
 * has had too much, which the next payout deducts.
 */
const expectPaidBefore = async ({ id, code }: Invoice): Promise<void> => {
  const { rows } = await pool.query<{ after: Partial<Invoice> | null }>(
    `select after from changes where resource = 'invoices' and record_id = $1 order by version`,
    [id],
  )
  let [total, paid] = [0, 0]
  for (const { after } of rows) {
    total = exact(after?.totalWithFees ?? total / 1_000)
    const next = exact(after?.paidAmount ?? paid / 1_000)
    if (Math.abs(next) > Math.abs(paid)) expect(Math.abs(next), code).toBeLessThanOrEqual(Math.abs(total))
    paid = next
  }
}

type EarnedRow = Parcel & {
  handover: string
  delivery: string
  earned: string
  tariff: string
  isLive: boolean
  at: string
}

const compareCouriers = async (world: World): Promise<void> => {
  const { rows } =
    await pool.query<EarnedRow>(`select l.handover, h.delivery, l.earned, l.tariff, h.deleted_at is null as "isLive",
      ${parcelColumns({ at: 'coalesce(s.delivered_at, h.created_at)', zone: 'l.zone' })}, l.collected
    from handover_lines l join handovers h on h.id = l.handover join shippings s on s.id = l.shipping ${joins}`)
  for (const { handover, earned, tariff, isLive, ...parcel } of rows) {
    const says = (prices: Prices) => {
      // What was handed over once and taken back may have been delivered again since.
      const holds = isLive ? [bestTariff(prices.tariffs, parcel)] : prices.tariffs
      return holds.some((one) => one.id === tariff && exact(one.courier ?? 0) === exact(earned))
    }
    expect(isOneOf(world, parcel.country, handover, says), JSON.stringify({ parcel, earned })).toBe(true)
    expectFrozen(`${handover} ${parcel.shipping}`, {
      earned,
      tariff,
      zone: parcel.zone,
      collected: parcel.collected,
    })
  }
  const live = rows.filter(({ isLive }) => isLive)
  expect(new Set(live.map(({ shipping }) => shipping)).size).toBe(live.length)
  const handovers = await pool.query<Record<string, string>>(
    'select * from handovers where deleted_at is null',
  )
  for (const handover of handovers.rows) {
    const own = live.filter((line) => line.handover === handover.id)
    const [earned, collected] = [
      sum(own.map((line) => exact(line.earned))),
      sum(own.map((line) => exact(line.collected))),
    ]
    expect(exact(handover.earned!)).toBe(earned)
    expect(exact(handover.expected!)).toBe(collected - exact(handover.kept_back!))
    const says = ({ isKeptBack }: Prices) =>
      exact(handover.kept_back!) === (isKeptBack ? Math.min(collected, earned) : 0)
    expect(isOneOf(world, handover.country as Place, handover.id!, says)).toBe(true)
  }
  const delivered = await pool.query<Parcel & { delivery: string; handover: string | null }>(
    `select s.delivery, s.handover, ${parcelColumns({ at: 's.delivered_at', zone: 'o.zone' })} from shippings s ${joins}
     where s.status = 'DELIVERED' and s.deleted_at is null`,
  )
  for (const place of places) {
    const present = world.prices[place].states.at(-1)!
    const { body: shown } = await admin.get<Analytics>(`/analytics?country=${place}`)
    const couriers = await admin.get<{ items: { id: string; load: { cash: number } }[] }>(
      `/users/delivery-guys?country=${place}&load=true`,
    )
    for (const { id } of world.couriers[place]) {
      const carried = delivered.rows.filter((row) => row.delivery === id).map(plain)
      const inHand = carried.filter(({ handover }) => handover === null)
      const given = handovers.rows.filter((row) => row.delivery === id && row.country === place)
      const collected = sum(carried.map((parcel) => parcel.collected))
      const counted = sum(given.map((row) => exact(row.counted!)))
      const kept = sum(given.map((row) => exact(row.kept_back!)))
      const open = sum(inHand.map((parcel) => earnedBy(present, parcel)))
      const cash = sum(inHand.map((parcel) => parcel.collected))
      const keepable = present.isKeptBack ? Math.min(cash, open) : 0
      const { body } = await admin.get<HandoverDue>(`/handovers/due?country=${place}&delivery=${id}`)
      expect([exact(body.earned), exact(body.keptBack), exact(body.expected)]).toEqual([
        open,
        keepable,
        cash - keepable,
      ])
      expect(exact(body.owed)).toBe(collected - counted - kept - keepable)
      const holder = shown.cashHolders.find((one) => one.id === id)
      expect(exact(holder?.value ?? 0)).toBe(cash - keepable)
      expect(exact(couriers.body.items.find((one) => one.id === id)!.load.cash)).toBe(cash - keepable)
    }
  }
}

/** Open orders whose zone nobody chose are in the zone that has the city of their address, and in none if none has. */
const comparePlaces = async (world: World): Promise<void> => {
  const zones = await pool.query<{ id: string; country: string; cities: string[] }>(
    'select id, country, cities from zones where deleted_at is null',
  )
  const { rows } = await pool.query<{ id: string; country: string; zone: string | null; address: string }>(
    `select o.id, o.country, o.zone, o.customer_address as address from orders o
     where o.deleted_at is null and o.status <> 'CANCELLED'
       and not exists (select 1 from invoice_lines l join shippings s on s.id = l.shipping where s."order" = o.id)`,
  )
  for (const { id, country, zone, address } of rows) {
    if (world.unsure.has(id)) continue
    const city = address.split(',')[0]!
    const found = zones.rows.find((one) => one.country === country && one.cities.includes(city))
    expect({ id, address, zone }).toEqual({ id, address, zone: found?.id ?? null })
  }
}

/** Fees of parcels on no invoice, which the dashboard sums up in SQL. */
const compareFees = async (world: World): Promise<void> => {
  const { rows } = await pool.query<Parcel>(
    `select ${parcelColumns({ at: 's.settled_at', zone: 'o.zone' })} from shippings s ${joins}
     where s.status in ('DELIVERED', 'RETURNED') and s.deleted_at is null
       and not exists (select 1 from invoice_lines l where l.shipping = s.id)`,
  )
  for (const place of places)
    for (const { id } of world.sellers[place]) {
      const due = rows.filter(({ country, owner }) => country === place && owner === id).map(plain)
      const fees = due.flatMap((parcel) => Object.values(feesOf(world.prices[place].states.at(-1)!, parcel)))
      const { body } = await admin.get<{ parcels: number; totalWithFees: number; paid: number }>(
        `/invoices/due?country=${place}&seller=${id}`,
      )
      // Parcels of paid weeks stay due.
      if (body.paid === 0)
        expect([body.parcels, exact(body.totalWithFees)]).toEqual([
          due.length,
          sum(due.map(({ collected }) => collected)) - sum(fees),
        ])
    }
}

it(`money is right to the last digit whatever eight clients do at once (seed ${seed})`, async () => {
  const each = <Made>(make: (place: Place) => Made) =>
    Object.fromEntries(places.map((place) => [place, make(place)])) as Record<Place, Made>
  const all = async <Made>(make: (place: Place) => Promise<Made>): Promise<Record<Place, Made>> => {
    const made: Partial<Record<Place, Made>> = {}
    for (const place of places) made[place] = await make(place)
    return made as Record<Place, Made>
  }
  const sellers = await all(async (place) => [await billing.seller(place), await billing.seller(place)])
  const states = await all(readPrices)
  const world: World = {
    sellers,
    couriers: await all(async (country) => [
      await shop.courier({ country }),
      await shop.courier({ country }),
    ]),
    products: await all((place: CountryCode & Place) =>
      Promise.all(
        sellers[place].map((seller) => billing.product(seller, { price: place === 'ic' ? 7_350 : 73.35 })),
      ),
    ),
    orders: [],
    zones: each(() => new Set<string>()),
    batches: [],
    prices: each((place) => ({ states: [states[place]], isChanging: false })),
    windows: new Map(),
    unsure: new Set(),
    codes: new Map(),
  }
  const admins = await Promise.all(Array.from({ length: CLIENTS }, () => api.createUser({ role: 'admin' })))
  for (let round = 0; round < COMPARISONS; round++) {
    api.clock.advance(86_400_000)
    const callers = await Promise.all(admins.map((user) => api.as(user)))
    admin = callers[0]!
    await Promise.all(
      callers.map(async (caller, client) => {
        const random = createRandom(seed * 1_000 + round * CLIENTS + client)
        for (let step = 0; step < STEPS_EACH; step++)
          await steps[random.weighted(weights)]!(caller, random, world)
      }),
    )
    await compareInvoices(world)
    await compareCouriers(world)
    await comparePlaces(world)
    await compareFees(world)
    await expectSoundBooks(api)
  }
  const { rows } = await pool.query(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  )
  expect(rows).toEqual([{ deadlocks: 0 }])
  // The rules were exercised.
  if (isFull)
    expect([...world.codes.keys()]).toEqual(
      expect.arrayContaining(['CASH_HANDED_OVER', 'MOVED_ON', 'TARIFF_TAKEN']),
    )
}, 1_800_000)
