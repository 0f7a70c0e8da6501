import { returnConditions, shippingStatuses } from '../fulfillment/shipping-status.ts'
import { cashPlaces } from '../handovers/handover.ts'
import { defineResource, type RecordIn, statusColumn } from '../lib/define-resource.ts'
import { type Fields, isDate, type Values } from '../lib/field.ts'
import { fixedCountryColumn, piecesFilter } from '../lib/goods.ts'
import { type Result, refuse } from '../lib/result.ts'
import { refuseStrayFields } from '../lib/transitions.ts'
import { orders } from '../orders/order.ts'

/**
 * Body of a status call. `postponedTo`: day chosen by the customer. `collected`: cash taken on delivery, default the amount
 * due; `reason`: why it differs, or why the customer was not reached or refused, appended to the
 * comment. `condition`: of returned goods, default sound. `delivery`: assigns the courier on dispatch.
 */
export const shippingMoveFields = {
  status: { kind: 'choice', values: shippingStatuses, required: true },
  comment: orders.fields.comment,
  postponedTo: { kind: 'date' },
  collected: { kind: 'money' },
  reason: { kind: 'text', max: 200 },
  condition: { kind: 'choice', values: returnConditions },
  delivery: { kind: 'reference', resource: 'users' },
} as const satisfies Fields

/**
 * One parcel of a confirmed order. Customer, goods and price are the order's; only its address can be edited. `attempts`: how
 * often it went out. `statusAt`: when it got its present status; `outAt`: first departure; `settledAt`: delivery or return;
 * `collected`: cash taken on delivery. `condition`: of returned goods, null for returns before this field existed, which went
 * back to stock. `isBilled`: on an invoice. `isHandedOver`: its cash was handed over, in `handover`.
 */
export const shippings = defineResource('shippings', {
  scanDigit: 1,
  columns: {
    country: { filter: fixedCountryColumn.filter },
    order: { shape: { kind: 'id' } },
    orderNumber: { shape: { kind: 'integer' } },
    /** As of its order. */
    basketPart: { shape: { kind: 'text', nullable: true } },
    product: { shape: { kind: 'id' }, filter: { kind: 'reference' } },
    productName: { shape: { kind: 'text' } },
    productImage: { shape: { kind: 'text', nullable: true }, export: false },
    customerName: { field: orders.fields.customerName, only: 'update', sort: true },
    customerPhone: { field: orders.fields.customerPhone, only: 'update' },
    customerAddress: { field: orders.fields.customerAddress, only: 'update', filter: { kind: 'text' } },
    city: { field: orders.fields.city, only: 'update', filter: { kind: 'text' } },
    zone: {
      field: orders.updateFields.zone,
      only: 'update',
      filter: { kind: 'reference', optional: true },
    },
    zoneName: { shape: { kind: 'text', nullable: true } },
    comment: { field: orders.fields.comment, only: 'update' },
    quantity: { shape: { kind: 'integer' } },
    price: { shape: { kind: 'money' } },
    totalPrice: { shape: { kind: 'money' }, sort: true },
    sourceLink: { shape: { kind: 'url', nullable: true } },
    sourceName: { shape: { kind: 'text', nullable: true } },
    owner: { filter: { kind: 'reference' } },
    delivery: { shape: { kind: 'id', nullable: true } },
    deliveryName: { shape: { kind: 'text', nullable: true } },
    attempts: { shape: { kind: 'integer' }, sort: true, filter: piecesFilter },
    status: statusColumn(shippingStatuses),
    statusAt: { shape: { kind: 'instant' }, sort: true },
    total: { filter: { kind: 'range' } },
    /** Collected less due, of delivered parcels. */
    difference: { filter: { kind: 'range', signed: true } },
    collected: { shape: { kind: 'money', nullable: true } },
    isBilled: { shape: { kind: 'flag' } },
    billed: { filter: { kind: 'flag' } },
    isHandedOver: { shape: { kind: 'flag' } },
    handover: { shape: { kind: 'id', nullable: true } },
    /** Where the cash of a delivered parcel is. */
    cash: { filter: { kind: 'choice', values: cashPlaces } },
    /** Age of the present status. */
    since: { filter: { kind: 'span', lasts: true } },
    outAt: { shape: { kind: 'instant', nullable: true }, sort: true },
    /** First departure. */
    out: { filter: { kind: 'span' } },
    /** Whether the customer refused it before it came back. */
    isRefused: { shape: { kind: 'flag' } },
    condition: {
      shape: { kind: 'choice', values: returnConditions, nullable: true },
      filter: { kind: 'choice', values: returnConditions },
    },
    deliveredAt: { shape: { kind: 'instant', nullable: true } },
    settledAt: { shape: { kind: 'instant', nullable: true }, sort: true },
    /** Delivery or return. */
    settled: { filter: { kind: 'span' } },
    postponedTo: { shape: { kind: 'date', nullable: true }, sort: true },
    /** Day chosen by the customer. */
    postponed: { filter: { kind: 'days' } },
    deliveryGuy: { filter: { kind: 'reference', optional: true } },
  },
  order: {
    filters: ['country', 'status', 'owner', 'deliveryGuy'],
    exported: [
      'number',
      'orderNumber',
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
      'collected',
      'deliveryName',
      'statusAt',
      'attempts',
      'postponedTo',
      'outAt',
      'deliveredAt',
      'settledAt',
      'condition',
      'isBilled',
      'isHandedOver',
      'comment',
      'sourceName',
    ],
  },
  search: {
    title: 'customerName',
    subtitle: ['customerPhone', 'productName'],
    words: ['customerName', 'customerAddress', 'city', 'productName'],
    phone: 'customerPhone',
  },
  changes: {
    message: 'at-once',
    assign: 'at-once',
    unassign: 'at-once',
    dispatch: 'at-once',
    deliver: 'at-once',
    'not-reachable': 'at-once',
    postpone: 'at-once',
    refuse: 'confirmed',
    return: 'confirmed',
    // Has the permission of `return`.
    'return-damaged': 'confirmed',
    lose: 'confirmed',
    cancel: 'confirmed',
    // Removes the collected cash.
    reopen: 'confirmed',
    // Several statuses at once; its own dry run is the confirmation.
    'apply-sheet': 'at-once',
  },
  move: shippingMoveFields,
  views: [
    { id: 'to-assign', query: 'status:PENDING', sort: 'createdAt' },
    { id: 'to-dispatch', query: 'status:ASSIGNED', sort: 'createdAt' },
    { id: 'out', query: 'status:OUT_FOR_DELIVERY' },
    { id: 'to-retry', query: 'status:POSTPONED,NOT_REACHABLE', sort: 'createdAt' },
    { id: 'to-return', query: 'status:REFUSED', sort: 'statusAt' },
    { id: 'to-bill', query: 'status:DELIVERED billed:false' },
    { id: 'postponed-due', query: 'status:POSTPONED postponed:..today', sort: 'postponedTo' },
    { id: 'cash-out', query: 'cash:with-driver', sort: 'settledAt' },
    { id: 'out-long', query: 'status:OUT_FOR_DELIVERY since:>48h', sort: 'statusAt' },
    { id: 'cash-differs', query: 'difference:!0', sort: 'settledAt' },
  ],
})

export type Shipping = RecordIn<typeof shippings>

export type ShippingMoveInput = Values<typeof shippingMoveFields>

const { delivery: _, ...sheetMoveFields } = shippingMoveFields

/** One row of a carrier's sheet: a parcel and the body of its status call, without `delivery`. */
export const sheetRowFields = {
  id: { kind: 'reference', resource: 'shippings', required: true },
  ...sheetMoveFields,
} as const satisfies Fields

/**
 * Refuses fields that do not belong to the status: a day to a postponement, cash to a delivery, a condition to a return, a
 * courier to a dispatch.
 */
export const checkShippingMove = (move: ShippingMoveInput): Result<ShippingMoveInput> =>
  move.status === 'POSTPONED' && move.postponedTo && !isDay(move.postponedTo)
    ? refuse('VALIDATION_FAILED', [{ path: 'postponedTo', code: 'NOT_A_DATE' }])
    : refuseStrayFields(move, {
        postponedTo: 'POSTPONED',
        collected: 'DELIVERED',
        reason: ['DELIVERED', 'NOT_REACHABLE', 'REFUSED'],
        condition: 'RETURNED',
        delivery: 'OUT_FOR_DELIVERY',
      })

const isDay = (text: string): boolean => text.length === 10 && isDate(text)

/** Body of a delivery call: assigns the courier; null unassigns. */
export const shippingAssignFields = {
  delivery: { kind: 'reference', resource: 'users' },
} as const satisfies Fields
