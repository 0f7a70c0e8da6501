import type { Actor } from '../../domain/access/actor.ts'
import type { Role } from '../../domain/access/permissions.ts'
import type { Shape, Shapes } from '../../domain/lib/shape.ts'
import type { Order } from '../../domain/orders/order.ts'
import { type ResourceName, type ResourceRecords, resources } from '../../domain/resources.ts'
import type { Shipping } from '../../domain/shippings/shipping.ts'

/** A record with each field of its definition: null if it may be, else empty. */
const blankRecord = <Name extends ResourceName>(resource: Name): ResourceRecords[Name] => {
  const shapes: Shapes = resources[resource].shapes
  return Object.fromEntries(
    Object.entries(shapes).map(([name, shape]) => [name, blankOf(shape)]),
  ) as unknown as ResourceRecords[Name]
}

function blankOf({ nullable, kind }: Shape): unknown {
  if (nullable) return null
  if (kind === 'flag') return false
  return kind === 'integer' || kind === 'number' || kind === 'money' ? 0 : ''
}

const blankOrder = blankRecord('orders')
const blankShipping = blankRecord('shippings')

const sold = {
  version: 1,
  country: 'ic',
  owner: 'u2',
  ownerName: 'Boutique Awa',
  product: 'p1',
  productName: 'Montre',
  customerName: 'Awa Koné',
  customerPhone: '+2250708091011',
  customerAddress: 'Cocody',
  quantity: 1,
  price: 15_000,
  totalPrice: 15_000,
  status: 'PENDING',
  statusAt: '2026-11-21T08:00:00.000Z',
  createdAt: '2026-11-01T10:00:00.000Z',
  updatedAt: '2026-11-01T10:00:00.000Z',
} as const

/** A pending order of one watch; fields that are not given are blank. */
export const wholeOrder = (given: Partial<Order> = {}): Order => ({
  ...blankOrder,
  ...sold,
  id: 'o1',
  number: 10_423,
  productAvailable: 5,
  ...given,
})

/** The pending parcel of such an order. */
export const wholeShipping = (given: Partial<Shipping> = {}): Shipping => ({
  ...blankShipping,
  ...sold,
  id: 's1',
  number: 501,
  order: 'o1',
  orderNumber: 10_423,
  ...given,
})

/** Somebody of the role in Ivory Coast, past both gates. */
export const actorOf = (role: Role, given: Partial<Actor> = {}): Actor => ({
  id: `${role}-1`,
  role,
  country: 'ic',
  isEmailVerified: true,
  isActivated: true,
  ...given,
})
