import { expect, it } from 'vitest'
import type { ChangeReport } from '../../../domain/changes/changes.ts'
import type { InvoiceWithLines } from '../../../domain/invoices/invoice.ts'
import type { Product } from '../../../domain/products/product.ts'
import type { Tariff } from '../../../domain/tariffs/tariff.ts'
import type { Zone } from '../../../domain/zones/zone.ts'
import { createRandom } from '../../../server/seed/row-writer.ts'
import { openBillingApi } from '../../support/api/billing.ts'
import type { TestUser } from '../../support/api/insert-user.ts'
import { rounds } from '../../support/is-full.ts'
import { bestTariff } from '../../support/property/best-tariff.ts'

const { api, shop, billing } = await openBillingApi()
const { admin } = shop

const seed = Number(process.env.TEST_SEED ?? 4_711)
const steps = rounds(2_000, 90)
/** Steps between two comparisons with the server. */
const COMPARED_EVERY = 30

/** Cities as people write them; the model knows each by its first word. */
const cities = ['Alphaville', 'Bétabourg', 'Gammacité', 'Deltapôle', 'Omegaport'] as const
const spellingOf: Record<string, string[]> = {
  Alphaville: ['Alphaville', 'ALPHAVILLE', 'alphaville'],
  Bétabourg: ['Bétabourg', 'betabourg'],
  Gammacité: ['Gammacité', 'gammacite'],
  Deltapôle: ['Deltapôle', 'deltapole'],
  Omegaport: ['Omegaport', 'omegaport'],
}

type ModelTariff = {
  id: string
  owner: string | null
  zone: string | null
  from: string | null
  to: string | null
  fees: Record<(typeof feeNames)[number], number | null>
}
const feeNames = [
  'delivery',
  'returned',
  'refused',
  'piece',
  'cashPercent',
  'cashFixed',
  'cashLeast',
  'cashMost',
] as const

type ModelParcel = {
  shipping: string
  status: 'DELIVERED' | 'RETURNED'
  day: string
  collected: number
  isRefused: boolean
  /** Fees as billed; null while due. */
  billed: { shippingFee: number; upsellFee: number; cashFee: number } | null
}
type ModelOrder = {
  id: string
  owner: string
  /** City that the address names, and the zone; `isChosen`: somebody put it there. */
  named: string | null
  zone: string | null
  quantity: number
  parcel: ModelParcel | null
}
type Model = { zones: Map<string, string[]>; tariffs: ModelTariff[]; orders: ModelOrder[] }

const ok = async <Body>(call: Promise<{ status: number; body: unknown }>): Promise<Body> => {
  const { status, body } = await call
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body as Body
}
const batchOf = async (path: string): Promise<string> =>
  (await ok<{ items: { batchId: string }[] }>(admin.get(`${path}/history?limit=1`))).items[0]!.batchId

const zoneOf = ({ zones }: Model, city: string | null): string | null =>
  [...zones].find(([, some]) => city !== null && some.includes(city))?.[0] ?? null

/** In francs, with integers: thousandths of a percent. */
const feesOf = (model: Model, order: ModelOrder, { status, day, collected, isRefused }: ModelParcel) => {
  const { fees } = bestTariff(model.tariffs, { ...order, day })
  if (status === 'RETURNED') {
    const shippingFee = isRefused && fees.refused !== null ? fees.refused : fees.returned!
    return { shippingFee, upsellFee: 0, cashFee: 0 }
  }
  const share = Math.floor((collected * Math.round((fees.cashPercent ?? 0) * 1_000) * 2 + 100_000) / 200_000)
  const cash = Math.max(share + (fees.cashFixed ?? 0), fees.cashLeast ?? 0)
  return {
    shippingFee: fees.delivery!,
    upsellFee: (fees.piece ?? 0) * (order.quantity - 1),
    cashFee: collected === 0 ? 0 : Math.min(cash, fees.cashMost ?? cash),
  }
}

it(`bills by tariffs and zones as a plain recomputation does, over ${steps} random steps (seed ${seed})`, async () => {
  const random = createRandom(seed)
  const sellers: TestUser[] = [await billing.seller(), await billing.seller(), await billing.seller()]
  const products: Product[] = []
  for (const seller of sellers) products.push(await billing.product(seller, { price: 7_350 }))
  const { items } = await ok<{ items: Tariff[] }>(admin.get('/tariffs?country=ic&owner=none&zone=none'))
  let model: Model = { zones: new Map(), tariffs: items.map(toModel), orders: [] }
  /** States before the latest changes that can be taken back, with their batches. */
  let past: { batch: string; before: Model }[] = []
  const frozen = new Map<string, string>()
  const days = Array.from({ length: 9 }, (_, ago) =>
    new Date(api.context.now().getTime() - (ago + 1) * 86_400_000).toISOString().slice(0, 10),
  )
  const remember = (batch: string, before: Model) => past.push({ batch, before })
  const copy = (): Model => structuredClone(model)

  const makeZone = async () => {
    const free = cities.filter((city) => zoneOf(model, city) === null)
    if (free.length === 0) return
    const before = copy()
    const chosen = free.slice(0, random.between(1, Math.min(2, free.length)))
    const body = { country: 'ic', name: chosen.join(' '), cities: chosen }
    const { id } = await ok<Zone>(admin.post('/zones', { body }))
    recognise(() => model.zones.set(id, chosen))
    remember(await batchOf(`/zones/${id}`), before)
  }
  const correctZone = async () => {
    const [id, present] = random.pick([...model.zones]) ?? []
    if (id === undefined) return
    const free = cities.filter((city) => zoneOf(model, city) === null)
    const next = [...present!.slice(random.chance(0.5) ? 1 : 0), ...free.slice(0, 1)]
    if (next.length === 0 || next.join() === present!.join()) return
    const before = copy()
    await ok(admin.put(`/zones/${id}`, { body: { cities: next } }))
    recognise(() => model.zones.set(id, next))
    remember(await batchOf(`/zones/${id}`), before)
  }
  /** Orders whose parcel is not billed follow, unless they are in another zone than their city was. */
  const recognise = (change: () => void) => {
    const followed = model.orders.filter(
      (order) => (order.parcel?.billed ?? null) === null && order.zone === zoneOf(model, order.named),
    )
    change()
    for (const order of followed) order.zone = zoneOf(model, order.named)
  }
  const drawFees = (): ModelTariff['fees'] => ({
    delivery: random.between(5, 40) * 100,
    returned: random.between(1, 10) * 100,
    refused: random.chance(0.5) ? random.between(0, 12) * 100 : null,
    piece: random.chance(0.7) ? random.between(0, 300) : null,
    cashPercent: random.chance(0.6) ? random.between(0, 4_000) / 1_000 : null,
    cashFixed: random.chance(0.3) ? random.between(0, 200) : null,
    cashLeast: random.chance(0.3) ? random.between(0, 150) : null,
    cashMost: random.chance(0.3) ? random.between(150, 400) : null,
  })
  const makeTariff = async () => {
    const reach = {
      owner: random.chance(0.4) ? random.pick(sellers).id : null,
      zone: random.chance(0.6) ? (random.pick([...model.zones.keys(), null]) ?? null) : null,
      from: random.chance(0.7) ? random.pick(days) : null,
    }
    const isTaken = model.tariffs.some(
      (one) => one.owner === reach.owner && one.zone === reach.zone && one.from === reach.from,
    )
    const to = reach.from !== null && random.chance(0.3) ? days[0]! : null
    const before = copy()
    const fees = drawFees()
    const answer = await admin.post<Tariff>('/tariffs', { body: { country: 'ic', ...reach, to, ...fees } })
    if (isTaken) {
      expect(answer).toMatchObject({ status: 409, body: { code: 'TARIFF_TAKEN' } })
      return
    }
    expect(answer.status).toBe(201)
    model.tariffs.push({ id: answer.body.id, ...reach, to, fees })
    remember(await batchOf(`/tariffs/${answer.body.id}`), before)
  }
  const changeTariff = async () => {
    const tariff = random.pick(model.tariffs)
    const before = copy()
    const fees = drawFees()
    await ok(admin.put(`/tariffs/${tariff.id}`, { body: fees }))
    tariff.fees = fees
    remember(await batchOf(`/tariffs/${tariff.id}`), before)
  }
  const deleteTariff = async () => {
    const tariff = random.pick(model.tariffs)
    const before = copy()
    const report = await ok<ChangeReport>(admin.put('/tariffs/delete', { body: { ids: [tariff.id] } }))
    const isBase = [tariff.owner, tariff.zone, tariff.from, tariff.to].every((one) => one === null)
    expect(report.counts.changed).toBe(isBase ? 0 : 1)
    if (isBase) return
    model.tariffs = model.tariffs.filter((one) => one !== tariff)
    remember(report.batchId!, before)
  }
  const makeOrder = async () => {
    const city = random.chance(0.85) ? random.pick(cities) : null
    const customerAddress =
      city === null ? 'nulle part' : `${random.pick(spellingOf[city]!)}, rue ${random.between(1, 99)}`
    const product = random.pick(products)
    const quantity = random.between(1, 4)
    const { id } = await shop.order(product, { customerAddress, quantity })
    const zone = zoneOf(model, city)
    model.orders.push({
      id,
      owner: product.owner,
      named: zone === null ? city : city,
      zone,
      quantity,
      parcel: null,
    })
    past = []
  }
  const choosePlace = async () => {
    const order = random.pick(model.orders)
    if (order === undefined) return
    const zone = random.pick([...model.zones.keys(), null]) ?? null
    if (zone === order.zone) return
    const before = copy()
    await ok(admin.put(`/orders/${order.id}`, { body: { zone } }))
    order.zone = zone
    remember(await batchOf(`/orders/${order.id}`), before)
  }
  const moveOrder = async () => {
    const order = random.pick(model.orders)
    if (order === undefined) return
    const city = random.pick(cities)
    const before = copy()
    await ok(
      admin.put(`/orders/${order.id}`, {
        body: { customerAddress: `${random.pick(spellingOf[city]!)} ${random.between(100, 99_999)}` },
      }),
    )
    order.named = city
    order.zone = zoneOf(model, city)
    remember(await batchOf(`/orders/${order.id}`), before)
  }
  const settle = async () => {
    const order = model.orders.find(({ parcel }) => parcel === null)
    if (order === undefined) return
    const isDelivered = random.chance(0.7)
    const collected = isDelivered ? random.pick([7_350 * order.quantity, 0, 12_345]) : 0
    const isRefused = !isDelivered && random.chance(0.5)
    const shipping = isDelivered
      ? await shop.deliver(order, { collected })
      : isRefused
        ? await shop.returned(order)
        : await shop.moveShipping(await shop.ship(order), 'RETURNED', { condition: 'damaged' })
    const day = random.pick(days)
    await api.context.pool.query('update shippings set settled_at = $2 where id = $1', [
      shipping.id,
      `${day}T12:00:00Z`,
    ])
    order.parcel = {
      shipping: shipping.id,
      status: isDelivered ? 'DELIVERED' : 'RETURNED',
      day,
      collected,
      isRefused,
      billed: null,
    }
    past = []
  }
  const bill = async () => {
    const seller = random.pick(sellers)
    const due = dueOf(seller.id)
    if (due.length === 0) return
    const before = copy()
    const report = await billing.generate({ seller: seller.id })
    for (const order of due) order.parcel!.billed = feesOf(model, order, order.parcel!)
    remember(report.batchId!, before)
  }
  const dueOf = (owner?: string) =>
    model.orders.filter((one) => one.parcel?.billed === null && (owner === undefined || one.owner === owner))
  const undo = async () => {
    const last = past.pop()
    if (last === undefined) return
    const report = await shop.undo(last.batch)
    expect(report.refused).toEqual([])
    model = last.before
  }

  const compare = async () => {
    const { body: orders } = await admin.get<{ items: { id: string; zone: string | null }[] }>(
      '/orders?country=ic&limit=500&sort=-createdAt',
    )
    const zones = new Map(orders.items.map(({ id, zone }) => [id, zone]))
    for (const { id, zone } of model.orders.slice(-300))
      if (zones.has(id)) expect([id, zones.get(id)]).toEqual([id, zone])
    let [billedFees, dueFees] = [0, 0]
    for (const seller of sellers) {
      const owned = model.orders.filter(({ owner }) => owner === seller.id)
      const lines = owned.flatMap(({ parcel, quantity }) =>
        parcel?.billed ? [{ ...parcel, quantity, ...parcel.billed }] : [],
      )
      const invoices = await Promise.all((await billing.invoicesOf(seller)).map((one) => billing.read(one)))
      const billed = invoices.flatMap((one) => one.lines)
      expect(new Set(billed.map(({ shipping }) => shipping)).size).toBe(billed.length)
      expect(sortLines(billed)).toEqual(sortLines(lines))
      for (const invoice of invoices) {
        expectSums(invoice)
        // Nothing but a billing and its undo changes an invoice.
        const known = frozen.get(`${invoice.id} ${invoice.version}`)
        const said = JSON.stringify(invoice.lines)
        if (known !== undefined) expect(said).toBe(known)
        frozen.set(`${invoice.id} ${invoice.version}`, said)
      }
      const sum = (some: readonly { shippingFee: number; upsellFee: number; cashFee: number }[]) =>
        some.reduce((total, one) => total + one.shippingFee + one.upsellFee + one.cashFee, 0)
      const foreseen = dueOf(seller.id).map((order) => ({
        ...feesOf(model, order, order.parcel!),
        collected: order.parcel!.collected,
      }))
      const due = await ok<{ totalWithFees: number; parcels: number }>(
        admin.get(`/invoices/due?country=ic&seller=${seller.id}`),
      )
      expect([due.parcels, due.totalWithFees]).toEqual([
        foreseen.length,
        foreseen.reduce((total, one) => total + one.collected, 0) - sum(foreseen),
      ])
      billedFees += sum(lines)
      dueFees += sum(foreseen)
    }
    const shown = await ok<{ figures: { name: string; value: number }[] }>(admin.get('/analytics?country=ic'))
    expect(shown.figures.find(({ name }) => name === 'fees')!.value).toBe(billedFees + dueFees)
  }

  const kinds: [weight: number, step: () => Promise<void>][] = [
    [2, makeZone],
    [3, correctZone],
    [4, makeTariff],
    [3, changeTariff],
    [1, deleteTariff],
    [7, makeOrder],
    [2, choosePlace],
    [3, moveOrder],
    [8, settle],
    [3, bill],
    [5, undo],
  ]
  for (let step = 1; step <= steps; step++) {
    await random.weighted(kinds.map(([weight, run]) => [run, weight] as const))()
    if (step % COMPARED_EVERY === 0 || step === steps) await compare()
  }
}, 1_200_000)

const toModel = (tariff: Tariff): ModelTariff => ({
  id: tariff.id,
  owner: tariff.owner,
  zone: tariff.zone,
  from: tariff.from,
  to: tariff.to,
  fees: Object.fromEntries(feeNames.map((name) => [name, tariff[name]])) as ModelTariff['fees'],
})

type Line = {
  shipping: string
  quantity: number
  shippingFee: number
  upsellFee: number
  cashFee: number
  collected: number
}

const sortLines = (lines: readonly Line[]) =>
  lines
    .map(({ shipping, quantity, shippingFee, upsellFee, cashFee, collected }) => ({
      shipping,
      quantity,
      shippingFee,
      upsellFee,
      cashFee,
      collected,
    }))
    .toSorted((one, other) => one.shipping.localeCompare(other.shipping))

const expectSums = (invoice: InvoiceWithLines) => {
  const sum = (name: 'collected' | 'shippingFee' | 'upsellFee' | 'cashFee') =>
    invoice.lines.reduce((total, line) => total + line[name], 0)
  const fees = { shippingFees: sum('shippingFee'), upsellFees: sum('upsellFee'), cashFees: sum('cashFee') }
  expect(invoice).toMatchObject({
    ...fees,
    totalShipments: invoice.lines.length,
    totalWithoutFees: sum('collected'),
    totalWithFees: sum('collected') - fees.shippingFees - fees.upsellFees - fees.cashFees,
  })
}
