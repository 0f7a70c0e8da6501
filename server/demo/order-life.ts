import type { OrderStatus } from '../../domain/orders/order-status.ts'
import type { ShippingStatus } from '../../domain/shippings/shipping-status.ts'
import type { Random } from './random.ts'

type Shares<Status extends string> = readonly (readonly [Status, number])[]
type Age = { underHours: number; orders: Shares<OrderStatus>; shippings: Shares<ShippingStatus> }

/** How far orders have come by their age: of yesterday's most wait for a call, old ones have ended one way or another. */
const ages: readonly Age[] = [
  {
    underHours: 24,
    orders: [
      ['PENDING', 66],
      ['NOT_REACHABLE', 12],
      ['CONFIRMED', 18],
      ['CANCELLED', 4],
    ],
    shippings: [
      ['PENDING', 55],
      ['ASSIGNED', 32],
      ['OUT_FOR_DELIVERY', 13],
    ],
  },
  {
    underHours: 72,
    orders: [
      ['PENDING', 14],
      ['NOT_REACHABLE', 16],
      ['CONFIRMED', 58],
      ['CANCELLED', 12],
    ],
    shippings: [
      ['PENDING', 10],
      ['ASSIGNED', 18],
      ['OUT_FOR_DELIVERY', 24],
      ['DELIVERED', 32],
      ['POSTPONED', 6],
      ['NOT_REACHABLE', 5],
      ['REFUSED', 5],
    ],
  },
  {
    underHours: 24 * 10,
    orders: [
      ['PENDING', 2],
      ['NOT_REACHABLE', 8],
      ['CONFIRMED', 69],
      ['CANCELLED', 21],
    ],
    shippings: [
      ['ASSIGNED', 2],
      ['OUT_FOR_DELIVERY', 5],
      ['DELIVERED', 66],
      ['POSTPONED', 6],
      ['NOT_REACHABLE', 5],
      ['REFUSED', 8],
      ['RETURNED', 7],
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
  /** Calls that nobody answered. */
  attempts: number
  /** Null where the order was never confirmed. CANCELLED: confirmed first, cancelled before its parcel left. */
  shipping: ShippingStatus | null
}

/** How far an order of this age has come. */
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

/** What a product has promised: parcels that have neither arrived nor come back. */
export const holdsStock = ({ status, shipping }: OrderLife): boolean =>
  status === 'CONFIRMED' && !(shipping === 'DELIVERED' || shipping === 'RETURNED' || shipping === 'LOST')
