import type { OrderStatus } from '../../domain/fulfillment/order-status.ts'
import type { ShippingStatus } from '../../domain/fulfillment/shipping-status.ts'
import type { Random } from './row-writer.ts'

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
