import { type CountryCode, countryCodes } from '../../domain/countries.ts'
import { totalPrice } from '../../domain/lib/money.ts'
import type { ShippingStatus } from '../../domain/shippings/shipping-status.ts'
import type { orders, shippings } from '../db/schema/orders.ts'
import { branches } from './demo-company.ts'
import { idAt } from './id-at.ts'
import { type Customer, makeCustomers } from './make-customers.ts'
import type { DemoProduct, Products } from './make-products.ts'
import type { Staff } from './make-staff.ts'
import { holdsStock, orderLife } from './order-life.ts'
import { orderTimes } from './order-times.ts'
import type { Random } from './random.ts'
import { orderRemark, shippingRemark } from './remarks.ts'

export type DemoOrder = typeof orders.$inferSelect
export type DemoShipping = typeof shippings.$inferSelect
/** `isTyped`: created by hand and not imported. `confirmedAt` is its shipping's beginning. */
export type OrderStory = {
  order: DemoOrder
  shipping: DemoShipping | null
  isTyped: boolean
  confirmedAt: Date
}

const firstOrder = 10_001
const firstShipping = 50_001
const hour = 3_600_000
const quarter = hour / 4
const shares = countryCodes.map((country) => [country, branches[country].share] as const)

/** The orders of some months, oldest first, one by one, with the parcels that came of them. Reserves the products' stock. */
export function* makeOrders(
  random: Random,
  { now, count, staff, products }: { now: Date; count: number; staff: Staff; products: Products },
): Generator<OrderStory> {
  const customers = Object.fromEntries(
    countryCodes.map((country) => [country, makeCustomers(random, country)]),
  ) as Record<CountryCode, () => Customer>
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
    // Within some days of the confirmation: a week has the parcels of its own orders, not those of months.
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
      id: idAt(random, time),
      number,
      country,
      version: 1,
      createdAt: new Date(time),
      updatedAt:
        life.status === 'PENDING' ? new Date(time) : life.status === 'CANCELLED' ? endedAt : confirmedAt,
      deletedAt: null,
      owner: product.owner,
      product: product.id,
      customerName: customer.customerName,
      customerPhone: customer.customerPhone,
      customerAddress: customer.customerAddress,
      quantity,
      price: product.price,
      totalPrice: totalPrice(product.price, quantity),
      ...source(random, product),
      externalRef: isTyped ? null : `${random.pick(['FB', 'SHP', 'WEB', 'TK'])}-${number}`,
      status: life.status,
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
      id: idAt(random, confirmedAt.getTime()),
      number: firstShipping + shipped++,
      country,
      version: 1,
      createdAt: confirmedAt,
      updatedAt: endedAt,
      deletedAt: null,
      owner: product.owner,
      order: order.id,
      status: life.shipping,
      comment: shippingRemark(random, life.shipping, country),
      delivery,
      ...journey(random, life.shipping, { confirmedAt, endedAt, totalPrice: order.totalPrice }),
    }
    yield { order, shipping, isTyped, confirmedAt }
  }
}

/** Half of the customers not reached in the last days are promised a call: some of those calls are due. */
const callbackAt = (random: Random, now: Date, ageHours: number): Date | null => {
  if (ageHours > 240 || random.chance(0.5)) return null
  const asked = now.getTime() + random.between(-5, 26) * hour
  const at = new Date(Math.round(asked / quarter) * quarter)
  // Nobody asks to be called at night.
  const clock = at.getUTCHours()
  at.setUTCHours(Math.min(Math.max(clock, 8), 19))
  return at.getTime() > now.getTime() - ageHours * hour ? at : null
}

type Journey = Pick<
  DemoShipping,
  'attempts' | 'postponedTo' | 'collected' | 'outAt' | 'deliveredAt' | 'settledAt'
>

/** What a parcel has been through when it stands at a status. */
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

/** A few products sell most; the second order of a hurried customer is for the same one. */
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
