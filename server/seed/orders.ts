import { type CountryCode, countryCodes } from '../../domain/core/countries.ts'
import type { ShippingStatus } from '../../domain/fulfillment/shipping-status.ts'
import { totalPrice } from '../../domain/lib/money.ts'
import { orders, shippings } from '../db/schema/orders.ts'
import { branches } from './demo-company.ts'
import type { DemoProduct, Products } from './goods.ts'
import { holdsStock, orderLife } from './order-life.ts'
import { orderRemark, shippingRemark } from './order-remarks.ts'
import { hour, orderTimes } from './order-times.ts'
import { type DemoCustomer, makeCustomers, type Staff } from './people.ts'
import { emptyRow, idAt, type Random } from './row-writer.ts'
import type { DemoZones } from './zones.ts'

export type DemoOrder = typeof orders.$inferSelect
export type DemoShipping = typeof shippings.$inferSelect
/** `isTyped`: created by hand. `confirmedAt`: creation of its shipping. */
export type OrderStory = {
  order: DemoOrder
  shipping: DemoShipping | null
  isTyped: boolean
  confirmedAt: Date
}

const emptyOrder = emptyRow(orders)
const emptyShipping = emptyRow(shippings)

const firstOrder = 10_001
const firstShipping = 50_001
const quarter = hour / 4
/** One in so many returned parcels is damaged. */
const damagedOneIn = 9
const shares = countryCodes.map((country) => [country, branches[country].share] as const)

/** Yields the orders of some months, oldest first, with parcels. Reserves stock. */
export function* makeOrders(
  random: Random,
  {
    now,
    count,
    staff,
    products,
    zones,
  }: { now: Date; count: number; staff: Staff; products: Products; zones: DemoZones },
): Generator<OrderStory> {
  const customers = Object.fromEntries(
    countryCodes.map((country) => [country, makeCustomers(random, country)]),
  ) as Record<CountryCode, () => DemoCustomer>
  const latest: Partial<Record<CountryCode, DemoOrder>> = {}
  let shipped = 0
  for (const [index, time] of orderTimes(random, now, count).entries()) {
    const country = random.weighted(shares)
    const twin = random.chance(0.03) ? latest[country] : undefined
    const product = popular(random, products.byCountry[country], twin)
    const customer = twin ?? customers[country]()
    const ageHours = (now.getTime() - time) / hour
    const life = orderLife(random, ageHours)
    const confirmedAt = between(random, time, Math.min(now.getTime(), time + 30 * hour))
    // Within some days of the confirmation, so that weekly invoices are plausible.
    const latestEnd = Math.min(now.getTime(), confirmedAt.getTime() + 6 * 24 * hour)
    const endedAt = life.shipping === null ? confirmedAt : between(random, confirmedAt.getTime(), latestEnd)
    const delivery =
      life.shipping === null || life.shipping === 'PENDING'
        ? null
        : random.pick(staff.branches[country].delivery).id
    const quantity = random.weighted(quantities)
    const isTyped = random.chance(0.2)
    const number = firstOrder + index
    const order: DemoOrder = {
      ...emptyOrder,
      // Triggers write them.
      tookParcels: 0,
      endedParcels: 0,
      id: idAt(random, time),
      number,
      country,
      version: 1,
      createdAt: new Date(time),
      updatedAt:
        life.status === 'PENDING' ? new Date(time) : life.status === 'CANCELLED' ? endedAt : confirmedAt,
      owner: product.owner,
      product: product.id,
      customerName: customer.customerName,
      customerPhone: customer.customerPhone,
      customerAddress: customer.customerAddress,
      ...zones.place(country, customer.customerAddress),
      quantity,
      price: product.price,
      totalPrice: totalPrice(product.price, quantity),
      ...source(random, product),
      externalRef: isTyped ? null : `${random.pick(['FB', 'SHP', 'WEB', 'TK'])}-${number}`,
      status: life.status,
      statusAt: new Date(time),
      comment: orderRemark(random, life.status, country),
      delivery,
      attempts: life.attempts,
      callbackAt: life.status === 'NOT_REACHABLE' ? callbackAt(random, now, ageHours) : null,
    }
    latest[country] = order
    if (holdsStock(life)) product.reserved += quantity
    if (life.shipping === null) {
      yield { order, shipping: null, isTyped, confirmedAt }
      continue
    }
    const shipping: DemoShipping = {
      ...emptyShipping,
      id: idAt(random, confirmedAt.getTime()),
      number: firstShipping + shipped++,
      country,
      version: 1,
      createdAt: confirmedAt,
      updatedAt: endedAt,
      owner: product.owner,
      order: order.id,
      status: life.shipping,
      statusAt: confirmedAt,
      comment: shippingRemark(random, life.shipping, country),
      delivery,
      isRefused: life.shipping === 'REFUSED',
      condition: life.shipping !== 'RETURNED' ? null : shipped % damagedOneIn === 0 ? 'damaged' : 'sound',
      ...journey(random, life.shipping, { confirmedAt, endedAt, totalPrice: order.totalPrice }),
    }
    yield { order, shipping, isTyped, confirmedAt }
  }
}

/** Half of the recently unreached customers have a callback; some are due. */
const callbackAt = (random: Random, now: Date, ageHours: number): Date | null => {
  if (ageHours > 240 || random.chance(0.5)) return null
  const asked = now.getTime() + random.between(-5, 26) * hour
  const at = new Date(Math.round(asked / quarter) * quarter)
  // Callbacks are in the daytime.
  const clock = at.getUTCHours()
  at.setUTCHours(Math.min(Math.max(clock, 8), 19))
  return at.getTime() > now.getTime() - ageHours * hour ? at : null
}

type Journey = Pick<
  DemoShipping,
  'attempts' | 'postponedTo' | 'collected' | 'outAt' | 'deliveredAt' | 'settledAt'
>

/** Statuses that a parcel had before this one. */
const journey = (
  random: Random,
  status: ShippingStatus,
  { confirmedAt, endedAt, totalPrice: price }: { confirmedAt: Date; endedAt: Date; totalPrice: number },
): Journey => {
  const wasOut = !['PENDING', 'ASSIGNED', 'CANCELLED'].includes(status)
  return {
    attempts: wasOut ? (status === 'OUT_FOR_DELIVERY' ? 1 : random.weighted(outings)) : 0,
    outAt: wasOut ? between(random, confirmedAt.getTime(), endedAt.getTime()) : null,
    postponedTo:
      status === 'POSTPONED' ? new Date(endedAt.getTime() + 48 * hour).toISOString().slice(0, 10) : null,
    collected: status === 'DELIVERED' ? price : null,
    deliveredAt: status === 'DELIVERED' ? endedAt : null,
    settledAt: status === 'DELIVERED' || status === 'RETURNED' ? endedAt : null,
  }
}

const outings = [
  [1, 72],
  [2, 21],
  [3, 7],
] as const

const quantities = [
  [1, 78],
  [2, 16],
  [3, 5],
  [5, 1],
] as const

/** A few products dominate; a duplicate order has the same product. */
const popular = (random: Random, products: readonly DemoProduct[], twin?: DemoOrder): DemoProduct =>
  products.find((product) => product.id === twin?.product) ??
  products[Math.floor(random.next() ** 1.8 * products.length)]!

const between = (random: Random, from: number, to: number): Date =>
  new Date(Math.floor(from + random.next() * Math.max(0, to - from)))

const sources = ['Facebook', 'Instagram', 'TikTok', 'WhatsApp', 'Snapchat', 'Google']

const source = (random: Random, product: DemoProduct): Pick<DemoOrder, 'sourceName' | 'sourceLink'> => ({
  sourceName: random.chance(0.8) ? random.pick(sources) : null,
  sourceLink: random.chance(0.5) ? `https://boutique.example/p/${product.number}` : null,
})
