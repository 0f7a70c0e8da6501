import type { Actor } from '../access/actor.ts'
import { whyNot } from '../access/why-not.ts'
import type { SearchHit } from '../changes/changes.ts'
import { countryCodes } from '../core/countries.ts'
import { orderStatuses } from '../fulfillment/order-status.ts'
import { shippingStatuses } from '../fulfillment/shipping-status.ts'
import type { RecordOf, Shapes } from '../lib/shape.ts'

/** One order of a customer and its parcel; `shipping` fields are null for an order that was never confirmed. */
export const customerOrderShapes = {
  id: { kind: 'id' },
  number: { kind: 'integer' },
  country: { kind: 'choice', values: countryCodes },
  product: { kind: 'id' },
  productName: { kind: 'text' },
  quantity: { kind: 'integer' },
  totalPrice: { kind: 'money' },
  status: { kind: 'choice', values: orderStatuses },
  isDuplicate: { kind: 'flag' },
  basket: { kind: 'text', nullable: true },
  callbackAt: { kind: 'instant', nullable: true },
  createdAt: { kind: 'instant' },
  shipping: { kind: 'id', nullable: true },
  shippingNumber: { kind: 'integer', nullable: true },
  shippingStatus: { kind: 'choice', values: shippingStatuses, nullable: true },
} as const satisfies Shapes

/**
 * What became of a customer's orders in one country. `waiting`: for a call; `underway`: parcels whose end is open, except refused ones.
 * `refusedAddresses`, `returnedAddresses`: where, newest first.
 */
const outcomeShapes = {
  country: { kind: 'choice', values: countryCodes },
  waiting: { kind: 'integer' },
  cancelled: { kind: 'integer' },
  delivered: { kind: 'integer' },
  refused: { kind: 'integer' },
  returned: { kind: 'integer' },
  underway: { kind: 'integer' },
  refusedAddresses: { kind: 'values', of: { kind: 'text' } },
  returnedAddresses: { kind: 'values', of: { kind: 'text' } },
} as const satisfies Shapes

/**
 * Everybody who ordered with one phone number, from the orders that the reader may see: all, a seller's own, or for couriers
 * those of their parcels. `name` is the latest one used; `names` and `addresses` are all, newest first. `confirmationRate` =
 * confirmed / all (null for couriers: all of theirs are confirmed), `deliveryRate` = delivered / ever out. `collected`: cash by
 * currency. `duplicates`: likely duplicates that wait for a call. `callbackAt`: the earliest promised call. `latest`: the
 * newest orders. `outcomes`: counts of the orders and parcels in the country that was asked for.
 */
export const customerShapes = {
  phone: { kind: 'phone' },
  country: { kind: 'choice', values: countryCodes },
  name: { kind: 'text' },
  names: { kind: 'values', of: { kind: 'text' } },
  addresses: { kind: 'values', of: { kind: 'text' } },
  orders: { kind: 'integer' },
  firstOrderAt: { kind: 'instant' },
  lastOrderAt: { kind: 'instant' },
  byStatus: { kind: 'map', keys: orderStatuses, of: { kind: 'integer' } },
  byShippingStatus: { kind: 'map', keys: shippingStatuses, of: { kind: 'integer' } },
  confirmationRate: { kind: 'number', nullable: true },
  deliveryRate: { kind: 'number', nullable: true },
  collected: { kind: 'list', of: { currency: { kind: 'text' }, amount: { kind: 'money' } } },
  duplicates: { kind: 'integer' },
  callbackAt: { kind: 'instant', nullable: true },
  outcomes: { kind: 'record', of: outcomeShapes },
  latest: { kind: 'list', of: customerOrderShapes },
} as const satisfies Shapes

export type Customer = RecordOf<typeof customerShapes>
export type CustomerOrder = RecordOf<typeof customerOrderShapes>

/** Maximum number of orders, and of names and addresses, in the answer. */
export const latestOrders = 10
export const rememberedNames = 5

/** A customer's order with the search hit that opens it: the order, or its parcel for readers of parcels only. */
export type CustomerHit = { order: CustomerOrder; hit: SearchHit }

export const customerHits = ({ latest, phone }: Customer, actor: Actor): CustomerHit[] => {
  const opensOrders = whyNot(actor, 'order.view') === null
  return latest.flatMap((order): CustomerHit[] => {
    const base = { title: order.productName, subtitle: '', rank: 0, customerPhone: phone }
    if (opensOrders) {
      const { id, number, status } = order
      return [{ order, hit: { ...base, resource: 'orders', id, number, status } }]
    }
    const { shipping: id, shippingNumber: number, shippingStatus: status } = order
    return id === null || number === null
      ? []
      : [{ order, hit: { ...base, resource: 'shippings', id, number, status } }]
  })
}
