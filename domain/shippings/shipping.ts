import { countryCodes } from '../core/countries.ts'
import { returnConditions, shippingStatuses } from '../fulfillment/shipping-status.ts'
import { cashPlaces } from '../handovers/handover.ts'
import { type Fields, isDate, type Values } from '../lib/field.ts'
import type { ListDefinition } from '../lib/list-query.ts'
import { accept, type Result, refuse } from '../lib/result.ts'
import { ownedShapes, type RecordOf, type Shapes } from '../lib/shape.ts'
import { orderFields } from '../orders/order.ts'

/** What can be set right on a parcel: where it goes to. The goods and their price are its order's. */
export const shippingUpdateFields = {
  customerName: orderFields.customerName,
  customerPhone: orderFields.customerPhone,
  customerAddress: orderFields.customerAddress,
  comment: orderFields.comment,
} as const satisfies Fields

/**
 * What a status call says. `postponedTo` is the day that the customer named, `collected` the cash that was taken on
 * delivery: the whole price where it is left out, and `reason` why it is another amount, a line more of the parcel's comment.
 * `condition` is how returned goods came back: sound where it is left out.
 * `delivery` gives parcels to that delivery guy as they leave.
 */
export const shippingMoveFields = {
  status: { kind: 'choice', values: shippingStatuses, required: true },
  comment: orderFields.comment,
  postponedTo: { kind: 'date' },
  collected: { kind: 'money' },
  reason: { kind: 'text', max: 200 },
  condition: { kind: 'choice', values: returnConditions },
  delivery: { kind: 'reference', resource: 'users' },
} as const satisfies Fields

export type ShippingMoveInput = Values<typeof shippingMoveFields>

const { delivery: _, ...sheetMoveFields } = shippingMoveFields

/** One row of a carrier's sheet: a parcel, and what its status call would say. Nobody is given a parcel by a sheet. */
export const sheetRowFields = {
  id: { kind: 'reference', resource: 'shippings', required: true },
  ...sheetMoveFields,
} as const satisfies Fields

/** A day belongs to a postponement, cash to a delivery, a condition to a return, a delivery guy to a dispatch: to nothing else. */
export const checkShippingMove = (move: ShippingMoveInput): Result<ShippingMoveInput> => {
  if (move.postponedTo && move.status !== 'POSTPONED') {
    return refuse('VALIDATION_FAILED', [{ path: 'postponedTo', code: 'UNKNOWN_FIELD' }])
  }
  if (move.postponedTo && (!isDate(move.postponedTo) || move.postponedTo.length !== 10)) {
    return refuse('VALIDATION_FAILED', [{ path: 'postponedTo', code: 'NOT_A_DATE' }])
  }
  if (move.collected != null && move.status !== 'DELIVERED') {
    return refuse('VALIDATION_FAILED', [{ path: 'collected', code: 'UNKNOWN_FIELD' }])
  }
  if (move.reason && move.status !== 'DELIVERED') {
    return refuse('VALIDATION_FAILED', [{ path: 'reason', code: 'UNKNOWN_FIELD' }])
  }
  if (move.condition != null && move.status !== 'RETURNED') {
    return refuse('VALIDATION_FAILED', [{ path: 'condition', code: 'UNKNOWN_FIELD' }])
  }
  if (move.delivery != null && move.status !== 'OUT_FOR_DELIVERY') {
    return refuse('VALIDATION_FAILED', [{ path: 'delivery', code: 'UNKNOWN_FIELD' }])
  }
  return accept(move)
}

/** The body of a delivery call: who delivers these parcels from now on; null unassigns them. */
export const shippingAssignFields = {
  delivery: { kind: 'reference', resource: 'users' },
} as const satisfies Fields

/**
 * A parcel of one confirmed order: the customer and product are the order's. `attempts` counts how often it went out.
 * `statusAt` is when it got its present status, `outAt` when it first went out, `settledAt` when it was delivered or came back,
 * `collected` the cash taken on delivery. `condition` is how returned goods came back, null where nobody was asked (returns older
 * than the question, whose goods came back into stock). `isBilled` says that an invoice has it, `isHandedOver` that the cash
 * of a delivered one has been handed over, by which `handover`.
 */
export const shippingShapes = {
  ...ownedShapes,
  order: { kind: 'id' },
  orderNumber: { kind: 'integer' },
  product: { kind: 'id' },
  productName: { kind: 'text' },
  productImage: { kind: 'text', nullable: true },
  customerName: { kind: 'text' },
  customerPhone: { kind: 'phone' },
  customerAddress: { kind: 'text' },
  quantity: { kind: 'integer' },
  price: { kind: 'money' },
  totalPrice: { kind: 'money' },
  sourceLink: { kind: 'url', nullable: true },
  sourceName: { kind: 'text', nullable: true },
  status: { kind: 'choice', values: shippingStatuses },
  statusAt: { kind: 'instant' },
  comment: { kind: 'text', nullable: true },
  delivery: { kind: 'id', nullable: true },
  deliveryName: { kind: 'text', nullable: true },
  attempts: { kind: 'integer' },
  postponedTo: { kind: 'date', nullable: true },
  collected: { kind: 'money', nullable: true },
  condition: { kind: 'choice', values: returnConditions, nullable: true },
  outAt: { kind: 'instant', nullable: true },
  deliveredAt: { kind: 'instant', nullable: true },
  settledAt: { kind: 'instant', nullable: true },
  isBilled: { kind: 'flag' },
  isHandedOver: { kind: 'flag' },
  handover: { kind: 'id', nullable: true },
} as const satisfies Shapes

export type Shipping = RecordOf<typeof shippingShapes>

export const shippingList = {
  filters: {
    country: { kind: 'choice', values: countryCodes },
    status: { kind: 'choice', values: shippingStatuses },
    owner: { kind: 'reference' },
    deliveryGuy: { kind: 'reference', optional: true },
    product: { kind: 'reference' },
    attempts: { kind: 'range', whole: true },
    total: { kind: 'range' },
    /** What was collected less what was due; of delivered ones. */
    difference: { kind: 'range', signed: true },
    billed: { kind: 'flag' },
    /** Where the cash of a delivered one is. */
    cash: { kind: 'choice', values: cashPlaces },
    /** When it got its present status. */
    since: { kind: 'span', lasts: true },
    /** When it first went out. */
    out: { kind: 'span' },
    condition: { kind: 'choice', values: returnConditions },
    /** When it was delivered or came back. */
    settled: { kind: 'span' },
    /** The day that its customer asked for. */
    postponed: { kind: 'days' },
  },
  sorts: [
    'createdAt',
    'number',
    'customerName',
    'totalPrice',
    'attempts',
    'status',
    'statusAt',
    'outAt',
    'settledAt',
    'postponedTo',
    'updatedAt',
  ],
} as const satisfies ListDefinition
