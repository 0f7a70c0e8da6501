import { countryCodes } from '../core/countries.ts'
import { orderStatuses } from '../fulfillment/order-status.ts'
import { shippingStatuses } from '../fulfillment/shipping-status.ts'
import type { Fields, Values } from '../lib/field.ts'
import type { ListDefinition } from '../lib/list-query.ts'
import { largestAmount, totalPrice } from '../lib/money.ts'
import { accept, type Result, refuse } from '../lib/result.ts'
import { ownedShapes, type RecordOf, type Shapes } from '../lib/shape.ts'

/** What a person fills in. `price` is for one piece; left out, the product's own. */
export const orderFields = {
  country: { kind: 'choice', values: countryCodes, required: true },
  product: { kind: 'reference', resource: 'products', required: true },
  customerName: { kind: 'text', max: 120, required: true },
  customerPhone: { kind: 'phone', required: true },
  customerAddress: { kind: 'text', max: 300, multiline: true, required: true },
  quantity: { kind: 'integer', min: 1, max: 10_000, required: true },
  price: { kind: 'money' },
  sourceLink: { kind: 'url' },
  sourceName: { kind: 'text', max: 120 },
  /** The seller's own reference: no two living orders of a seller have the same one. */
  externalRef: { kind: 'text', max: 120 },
  comment: { kind: 'text', max: 1000, multiline: true },
} as const satisfies Fields

export type OrderInput = Values<typeof orderFields>

/** The country of an order is its product's; neither can be changed after creation. */
export const orderUpdateFields = (({ country: _, ...fields }) => fields)(orderFields) satisfies Fields

/**
 * An order as the API gives it. `productAvailable` is its product's quantity less what parcels under way have reserved;
 * `isDuplicate` says that another order for the same phone, product and country was created within 72 h and is not cancelled.
 * `statusAt` is when it got its present status, `claimedBy` who has it in triage at present, `callbackAt` when the customer
 * asked to be called again.
 */
export const orderShapes = {
  ...ownedShapes,
  product: { kind: 'id' },
  productName: { kind: 'text' },
  productImage: { kind: 'text', nullable: true },
  productAvailable: { kind: 'integer' },
  customerName: { kind: 'text' },
  customerPhone: { kind: 'phone' },
  customerAddress: { kind: 'text' },
  quantity: { kind: 'integer' },
  price: { kind: 'money' },
  totalPrice: { kind: 'money' },
  sourceLink: { kind: 'url', nullable: true },
  sourceName: { kind: 'text', nullable: true },
  externalRef: { kind: 'text', nullable: true },
  status: { kind: 'choice', values: orderStatuses },
  statusAt: { kind: 'instant' },
  comment: { kind: 'text', nullable: true },
  delivery: { kind: 'id', nullable: true },
  deliveryName: { kind: 'text', nullable: true },
  attempts: { kind: 'integer' },
  callbackAt: { kind: 'instant', nullable: true },
  claimedBy: { kind: 'id', nullable: true },
  isDuplicate: { kind: 'flag' },
  shipping: { kind: 'id', nullable: true },
  shippingStatus: { kind: 'choice', values: shippingStatuses, nullable: true },
} as const satisfies Shapes

export type Order = RecordOf<typeof orderShapes>

export const duplicateWindowHours = 72

export const orderList = {
  filters: {
    country: { kind: 'choice', values: countryCodes },
    status: { kind: 'choice', values: orderStatuses },
    owner: { kind: 'reference' },
    product: { kind: 'reference' },
    delivery: { kind: 'reference', optional: true },
    attempts: { kind: 'range', whole: true },
    quantity: { kind: 'range', whole: true },
    total: { kind: 'range' },
    duplicate: { kind: 'flag' },
    /** Whether the cash of its parcel has been paid out to the seller. */
    paidOut: { kind: 'flag' },
    /** When it got its present status. */
    since: { kind: 'span', lasts: true },
    /** When its customer is to be called again. */
    callback: { kind: 'span' },
    shippingStatus: { kind: 'choice', values: shippingStatuses },
    /** When its parcel got its present status. */
    shippingSince: { kind: 'span', lasts: true },
    /** When its parcel was delivered or came back. */
    settled: { kind: 'span' },
  },
  sorts: [
    'createdAt',
    'number',
    'customerName',
    'totalPrice',
    'quantity',
    'attempts',
    'status',
    'statusAt',
    'callbackAt',
    'updatedAt',
  ],
} as const satisfies ListDefinition

/** The price of one piece (the product's own where none is given) and the exact total, in major units. */
export const priceOrder = (
  order: { quantity: number; price?: number | null },
  product: { price: number },
): Result<{ price: number; totalPrice: number }> => {
  const price = order.price ?? product.price
  const total = totalPrice(price, order.quantity)
  return total > largestAmount
    ? refuse('VALIDATION_FAILED', [{ path: 'quantity', code: 'TOO_LARGE' }])
    : accept({ price, totalPrice: total })
}

/**
 * What a status call says. `delivery` is the delivery guy of the shipping that a confirmation makes, `callbackAt` when
 * somebody who was not reachable is to be called again: an instant. `reason` is why it is cancelled: a line more of its comment.
 */
export const orderMoveFields = {
  status: { kind: 'choice', values: orderStatuses, required: true },
  comment: orderFields.comment,
  delivery: { kind: 'reference', resource: 'users' },
  callbackAt: { kind: 'date' },
  reason: { kind: 'text', max: 200 },
} as const satisfies Fields

export type OrderMoveInput = Values<typeof orderMoveFields>

/** Only a confirmation makes a shipping that a delivery guy could be given, and only who did not answer is called again. */
export const checkOrderMove = (move: OrderMoveInput): Result<OrderMoveInput> => {
  if (move.delivery && move.status !== 'CONFIRMED') {
    return refuse('VALIDATION_FAILED', [{ path: 'delivery', code: 'UNKNOWN_FIELD' }])
  }
  if (move.reason && move.status !== 'CANCELLED') {
    return refuse('VALIDATION_FAILED', [{ path: 'reason', code: 'UNKNOWN_FIELD' }])
  }
  if (!move.callbackAt) return accept(move)
  if (move.status !== 'NOT_REACHABLE') {
    return refuse('VALIDATION_FAILED', [{ path: 'callbackAt', code: 'UNKNOWN_FIELD' }])
  }
  // A day alone is no time to call.
  return move.callbackAt.includes('T')
    ? accept(move)
    : refuse('VALIDATION_FAILED', [{ path: 'callbackAt', code: 'NOT_A_DATE' }])
}
