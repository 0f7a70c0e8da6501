import { orderStatuses } from '../fulfillment/order-status.ts'
import { shippingStatuses } from '../fulfillment/shipping-status.ts'
import { defineResource, type InputOf, type RecordIn, statusColumn } from '../lib/define-resource.ts'
import type { Fields, Values } from '../lib/field.ts'
import { fixedCountryColumn, goodsColumns, piecesFilter } from '../lib/goods.ts'
import { largestAmount, totalPrice } from '../lib/money.ts'
import { accept, type Result, refuse } from '../lib/result.ts'
import { refuseStrayFields } from '../lib/transitions.ts'

/**
 * Body of a status call. `delivery`: courier of the shipping created by a confirmation. `callbackAt`: instant of the next call
 * to a customer who was not reachable. `reason`: why it is cancelled; appended to its comment.
 */
export const orderMoveFields = {
  status: { kind: 'choice', values: orderStatuses, required: true },
  comment: goodsColumns.comment.field,
  delivery: { kind: 'reference', resource: 'users' },
  callbackAt: { kind: 'date' },
  reason: { kind: 'text', max: 200 },
} as const satisfies Fields

/**
 * What keeps an open order from its confirmation, for its seller to mend. `wrong-number`: cancelled for it within
 * `WRONG_NUMBER_DAYS`, and no other number is written after it in the comment. `out-of-stock`: fewer pieces available than ordered. `no-goods`: the product has no piece at all.
 */
export const orderNeeds = ['wrong-number', 'out-of-stock', 'no-goods'] as const

export const WRONG_NUMBER_DAYS = 14

/**
 * `price` is per piece, default the product's. `externalRef`: the seller's reference, unique among the seller's orders that are
 * not deleted. `country` is its product's, fixed at creation. `productAvailable`: the product's stock less what is reserved.
 * `isDuplicate`: another order for the same phone, product and country was created within 72 h and is not cancelled.
 * `isBlocked`: it waits for a call, and its customer is blocked for `blockedReason` (docs/domain.md#blocked-customers).
 * `statusAt`: when it got its present status; `calledAt`: the last call that led to no decision; `claimedBy`: who has it in triage now; `callbackAt`: when the customer asked to
 * be called again.
 */
export const orders = defineResource('orders', {
  scanDigit: 2,
  columns: {
    country: fixedCountryColumn,
    product: {
      field: { kind: 'reference', resource: 'products', required: true },
      filter: { kind: 'reference' },
    },
    productName: { shape: { kind: 'text' } },
    productImage: { shape: { kind: 'text', nullable: true }, export: false },
    productAvailable: { shape: { kind: 'integer' }, export: false },
    customerName: { field: { kind: 'text', max: 120, required: true }, sort: true },
    customerPhone: { field: { kind: 'phone', required: true } },
    customerAddress: {
      field: { kind: 'text', max: 300, multiline: true, required: true },
      filter: { kind: 'text' },
    },
    /** As it was typed; where nothing was, the one that the address names. */
    city: { field: { kind: 'text', max: 120 }, filter: { kind: 'text' } },
    /** Recognised from city and address when either is written, unless it is given. */
    zone: {
      field: { kind: 'reference', resource: 'zones' },
      only: 'update',
      filter: { kind: 'reference', optional: true },
    },
    zoneName: { shape: { kind: 'text', nullable: true } },
    quantity: {
      field: { kind: 'integer', min: 1, max: 10_000, required: true },
      sort: true,
      filter: piecesFilter,
    },
    price: { field: { kind: 'money' }, shape: { kind: 'money' } },
    totalPrice: { shape: { kind: 'money' }, sort: true },
    sourceLink: { field: { kind: 'url' } },
    sourceName: { field: { kind: 'text', max: 120 }, filter: { kind: 'text' } },
    externalRef: { field: { kind: 'text', max: 120 } },
    /** The same for all orders that one order of a shop became. */
    basket: { shape: { kind: 'text', nullable: true }, export: false },
    /** `2/3`: the second of the three orders of its basket; null for an order alone. */
    basketPart: { shape: { kind: 'text', nullable: true } },
    comment: goodsColumns.comment,
    owner: { filter: { kind: 'reference' } },
    delivery: { shape: { kind: 'id', nullable: true }, filter: { kind: 'reference', optional: true } },
    deliveryName: { shape: { kind: 'text', nullable: true } },
    attempts: { shape: { kind: 'integer' }, sort: true, filter: piecesFilter },
    status: statusColumn(orderStatuses),
    statusAt: { shape: { kind: 'instant' }, sort: true },
    callbackAt: { shape: { kind: 'instant', nullable: true }, sort: true },
    calledAt: { shape: { kind: 'instant', nullable: true }, export: false },
    claimedBy: { shape: { kind: 'id', nullable: true } },
    isDuplicate: { shape: { kind: 'flag' } },
    isBlocked: { shape: { kind: 'flag' } },
    blockedReason: { shape: { kind: 'text', nullable: true } },
    shipping: { shape: { kind: 'id', nullable: true } },
    total: { filter: { kind: 'range' } },
    /** Whether its calls are used up, as the policy of the country says. */
    spent: { filter: { kind: 'flag' } },
    duplicate: { filter: { kind: 'flag' } },
    blocked: { filter: { kind: 'flag' } },
    /** Whether the parcel's cash has been paid out to the seller. */
    paidOut: { filter: { kind: 'flag' } },
    needs: { filter: { kind: 'choice', values: orderNeeds } },
    /** Age of the present status. */
    since: { filter: { kind: 'span', lasts: true } },
    /** When the customer is to be called again. */
    callback: { filter: { kind: 'span' } },
    shippingStatus: {
      shape: { kind: 'choice', values: shippingStatuses, nullable: true },
      filter: { kind: 'choice', values: shippingStatuses },
    },
    /** Age of the parcel's present status. */
    shippingSince: { filter: { kind: 'span', lasts: true } },
    /** Delivery or return of the parcel. */
    settled: { filter: { kind: 'span' } },
  },
  order: {
    filters: ['country', 'status', 'owner', 'product', 'delivery', 'attempts'],
    sorts: ['customerName', 'totalPrice'],
    exported: [
      'number',
      'createdAt',
      'status',
      'customerName',
      'customerPhone',
      'customerAddress',
      'city',
      'zoneName',
      'productName',
      'quantity',
      'price',
      'totalPrice',
      'comment',
      'statusAt',
      'attempts',
      'callbackAt',
      'isDuplicate',
      'isBlocked',
      'blockedReason',
      'shippingStatus',
      'deliveryName',
      'sourceName',
    ],
  },
  search: {
    title: 'customerName',
    subtitle: ['customerPhone', 'productName'],
    words: ['customerName', 'customerAddress', 'city', 'productName', 'sourceName', 'externalRef'],
    keys: ['externalRef'],
    phone: 'customerPhone',
  },
  changes: {
    confirm: 'at-once',
    'not-reachable': 'at-once',
    cancel: 'confirmed',
    reopen: 'at-once',
    merge: 'at-once',
    message: 'at-once',
    'take-over': 'at-once',
    free: 'at-once',
  },
  move: orderMoveFields,
  views: [
    { id: 'to-confirm', query: 'status:PENDING', sort: 'createdAt' },
    { id: 'to-call', query: 'status:PENDING,NOT_REACHABLE', sort: 'createdAt' },
    { id: 'to-recall', query: 'status:NOT_REACHABLE', sort: 'attempts' },
    { id: 'spent', query: 'spent:true', sort: 'statusAt' },
    { id: 'today', query: 'created:today' },
    { id: 'blocked', query: 'status:PENDING,NOT_REACHABLE blocked:true' },
    { id: 'duplicates', query: 'status:PENDING,NOT_REACHABLE duplicate:true' },
    { id: 'confirmed-week', query: 'status:CONFIRMED created:<7d' },
    { id: 'cancelled-week', query: 'status:CANCELLED created:<7d' },
    { id: 'calls-missed', query: 'status:NOT_REACHABLE callback:..now', sort: 'callbackAt' },
    { id: 'unconfirmed', query: 'status:PENDING since:>2h', sort: 'statusAt' },
    { id: 'uncovered', query: 'zone:none created:<30d' },
  ],
})

export type Order = RecordIn<typeof orders>
export type OrderInput = InputOf<typeof orders>

export const duplicateWindowHours = 72

/** Price per piece (default: the product's) and exact total, in major units. */
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

export type OrderMoveInput = Values<typeof orderMoveFields>

/** `delivery` is only valid for a confirmation, `callbackAt` only for a customer who did not answer. */
export const checkOrderMove = (move: OrderMoveInput): Result<OrderMoveInput> => {
  const read = refuseStrayFields(move, {
    delivery: 'CONFIRMED',
    reason: 'CANCELLED',
    callbackAt: 'NOT_REACHABLE',
  })
  // A day without a time is refused.
  return read.ok && move.callbackAt && !move.callbackAt.includes('T')
    ? refuse('VALIDATION_FAILED', [{ path: 'callbackAt', code: 'NOT_A_DATE' }])
    : read
}
