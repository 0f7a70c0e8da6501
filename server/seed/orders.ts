import { type CountryCode, countryCodes } from '../../domain/core/countries.ts'
import type { OrderStatus } from '../../domain/fulfillment/order-status.ts'
import type { ShippingStatus } from '../../domain/fulfillment/shipping-status.ts'
import { totalPrice } from '../../domain/lib/money.ts'
import { orders, shippings } from '../db/schema/orders.ts'
import type { packages } from '../db/schema.ts'
import { branches, historyDays } from './demo-company.ts'
import type { DemoProduct, Products } from './goods.ts'
import { type DemoCustomer, makeCustomers, type Staff } from './people.ts'
import { emptyRow, idAt, type Random } from './row-writer.ts'
import type { DemoZones } from './zones.ts'

type Shares<Status extends string> = readonly (readonly [Status, number])[]
type Age = { underHours: number; orders: Shares<OrderStatus>; shippings: Shares<ShippingStatus> }

/** Status shares by age. Open orders are spread over the last days; old ones have ended. */
const ages: readonly Age[] = [
  {
    underHours: 24,
    orders: [
      ['PENDING', 84],
      ['NOT_REACHABLE', 6],
      ['CONFIRMED', 8],
      ['CANCELLED', 2],
    ],
    shippings: [
      ['PENDING', 60],
      ['ASSIGNED', 30],
      ['OUT_FOR_DELIVERY', 10],
    ],
  },
  {
    underHours: 48,
    orders: [
      ['PENDING', 64],
      ['NOT_REACHABLE', 10],
      ['CONFIRMED', 22],
      ['CANCELLED', 4],
    ],
    shippings: [
      ['PENDING', 55],
      ['ASSIGNED', 25],
      ['OUT_FOR_DELIVERY', 15],
      ['DELIVERED', 5],
    ],
  },
  {
    underHours: 72,
    orders: [
      ['PENDING', 48],
      ['NOT_REACHABLE', 12],
      ['CONFIRMED', 34],
      ['CANCELLED', 6],
    ],
    shippings: [
      ['PENDING', 40],
      ['ASSIGNED', 25],
      ['OUT_FOR_DELIVERY', 20],
      ['DELIVERED', 12],
      ['POSTPONED', 3],
    ],
  },
  {
    underHours: 24 * 5,
    orders: [
      ['PENDING', 28],
      ['NOT_REACHABLE', 13],
      ['CONFIRMED', 48],
      ['CANCELLED', 11],
    ],
    shippings: [
      ['PENDING', 20],
      ['ASSIGNED', 15],
      ['OUT_FOR_DELIVERY', 20],
      ['DELIVERED', 33],
      ['POSTPONED', 5],
      ['NOT_REACHABLE', 4],
      ['REFUSED', 3],
    ],
  },
  {
    underHours: 24 * 10,
    orders: [
      ['PENDING', 11],
      ['NOT_REACHABLE', 9],
      ['CONFIRMED', 61],
      ['CANCELLED', 19],
    ],
    shippings: [
      ['PENDING', 3],
      ['ASSIGNED', 4],
      ['OUT_FOR_DELIVERY', 6],
      ['DELIVERED', 64],
      ['POSTPONED', 5],
      ['NOT_REACHABLE', 5],
      ['REFUSED', 7],
      ['RETURNED', 5],
      ['LOST', 1],
    ],
  },
  {
    underHours: Number.POSITIVE_INFINITY,
    orders: [
      ['NOT_REACHABLE', 4],
      ['CONFIRMED', 71],
      ['CANCELLED', 25],
    ],
    shippings: [
      ['DELIVERED', 79],
      ['RETURNED', 17],
      ['REFUSED', 2],
      ['LOST', 2],
    ],
  },
]

export type OrderLife = {
  status: OrderStatus
  /** Unanswered calls. */
  attempts: number
  /** Null if never confirmed. CANCELLED: cancelled between confirmation and departure. */
  shipping: ShippingStatus | null
}

/** State of an order at that age. */
export const orderLife = (random: Random, ageHours: number): OrderLife => {
  const { orders, shippings } = ages.find(({ underHours }) => ageHours < underHours)!
  const status = random.weighted(orders)
  const attempts =
    status === 'NOT_REACHABLE' ? random.between(1, 4) : status === 'PENDING' ? 0 : earlier(random)
  if (status === 'CONFIRMED') return { status, attempts, shipping: random.weighted(shippings) }
  const wasConfirmed = status === 'CANCELLED' && random.chance(0.15)
  return { status, attempts, shipping: wasConfirmed ? 'CANCELLED' : null }
}

const earlier = (random: Random): number =>
  random.weighted([
    [0, 70],
    [1, 20],
    [2, 10],
  ])

/** Whether it reserves stock. */
export const holdsStock = ({ status, shipping }: OrderLife): boolean =>
  status === 'CONFIRMED' && !(shipping === 'DELIVERED' || shipping === 'RETURNED' || shipping === 'LOST')

export const hour = 3_600_000
const day = 24 * hour
/** Growth of daily orders over the history: from 1 to 1 + growth. */
const growth = 5

/** Creation times, oldest first: growing without jumps, mostly in the evening, few at night, none in the future. */
export const orderTimes = (random: Random, now: Date, count: number): number[] =>
  Array.from({ length: count }, () => orderTime(random, now.getTime())).sort((a, b) => a - b)

const orderTime = (random: Random, now: number): number => {
  const today = now - (now % day)
  for (;;) {
    const daysAgo = random.between(0, historyDays - 1)
    const time = Math.floor(today - daysAgo * day + clock(random))
    const weight = 1 + growth * (1 - daysAgo / historyDays) ** 2
    if (random.chance(weight / (1 + growth)) && time < now) return time
  }
}

/** Mostly 7 to 22 UTC, daytime in all countries within two hours. */
const clock = (random: Random): number => {
  if (random.chance(0.05)) return random.next() * day
  const started = random.chance(0.55) ? random.between(17, 21) : random.between(7, 16)
  return (started + random.next()) * hour
}

type Remark = readonly [french: string, english: string]

const orderRemarks: Record<OrderStatus, readonly Remark[]> = {
  PENDING: [
    ['Appeler après 17 h', 'Call after 5 pm'],
    ['Livrer au bureau', 'Deliver to the office'],
    ['Préfère WhatsApp', 'Prefers WhatsApp'],
  ],
  CONFIRMED: [
    ['Livrer samedi matin', 'Deliver on Saturday morning'],
    ['Prévoir la monnaie', 'Bring change'],
    ['Appeler avant de passer', 'Call before coming'],
  ],
  CANCELLED: [
    ['Ne veut plus', 'Changed their mind'],
    ['Trop cher', 'Too expensive'],
    ['Déjà acheté ailleurs', 'Bought it elsewhere'],
    ['Faux numéro', 'Wrong number'],
    ['Zone non livrée', 'Out of the delivery zone'],
  ],
  NOT_REACHABLE: [
    ['Ne décroche pas', 'Does not pick up'],
    ['Téléphone éteint', 'Phone switched off'],
    ['Rappeler demain', 'Call again tomorrow'],
  ],
}

const shippingRemarks: Partial<Record<ShippingStatus, readonly Remark[]>> = {
  POSTPONED: [
    ['Reporté à lundi', 'Postponed to Monday'],
    ['En voyage, revient vendredi', 'Travelling, back on Friday'],
  ],
  NOT_REACHABLE: [['Ne répond pas au portail', 'No answer at the gate']],
  REFUSED: [
    ['Couleur différente de la photo', 'Not the colour of the picture'],
    ['N’a pas l’argent aujourd’hui', 'Does not have the money today'],
  ],
  RETURNED: [['Revenu au dépôt', 'Back at the warehouse']],
  LOST: [['Colis égaré pendant la tournée', 'Parcel lost on the round']],
}

const inLanguage = (remark: Remark, country: CountryCode): string => remark[country === 'lib' ? 1 : 0]

/** Comments are frequent for failures, rare otherwise. */
export const orderRemark = (random: Random, status: OrderStatus, country: CountryCode): string | null =>
  random.chance(status === 'CANCELLED' || status === 'NOT_REACHABLE' ? 0.8 : 0.15)
    ? inLanguage(random.pick(orderRemarks[status]), country)
    : null

export const shippingRemark = (
  random: Random,
  status: ShippingStatus,
  country: CountryCode,
): string | null => {
  const remarks = shippingRemarks[status]
  return remarks === undefined ? null : inLanguage(random.pick(remarks), country)
}

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

export type DemoPlan = typeof packages.$inferSelect

const plans = [
  ['Découverte', 'START', 55],
  ['Professionnel', 'PRO', 35],
  ['Entreprise', 'MAX', 10],
] as const

/** Plans; assigns one to each seller. */
export const makePlans = (random: Random, now: Date, staff: Staff): DemoPlan[] => {
  const since = new Date(now.getTime() - (historyDays + 60) * 86_400_000)
  const made = plans.map(
    ([name, pack], index): DemoPlan => ({
      id: idAt(random, since.getTime()),
      number: 1 + index,
      country: 'ic',
      version: 1,
      createdAt: since,
      updatedAt: since,
      deletedAt: null,
      owner: staff.admins[0]!.id,
      name,
      pack,
    }),
  )
  const shares = plans.map(([, , share], index) => [made[index]!.id, share] as const)
  for (const user of staff.everybody) {
    if (user.role === 'seller' && user.isActivated) user.package = random.weighted(shares)
  }
  return made
}
