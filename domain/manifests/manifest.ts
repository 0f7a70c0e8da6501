import { shippingStatuses } from '../fulfillment/shipping-status.ts'
import { defineResource, type RecordIn } from '../lib/define-resource.ts'
import { fixedCountryColumn } from '../lib/goods.ts'
import type { RecordOf, Shapes } from '../lib/shape.ts'

/** Open while at least one of its parcels is out on it. */
export const manifestStatuses = ['OPEN', 'CLOSED'] as const
export type ManifestStatus = (typeof manifestStatuses)[number]

/**
 * The parcels that one courier took out in one change. `owner`: who dispatched them; `parcels`: how many; `openParcels`: how
 * many are still out; `toCollect`: cash due at departure.
 */
export const manifests = defineResource('manifests', {
  scanDigit: 6,
  columns: {
    country: { filter: fixedCountryColumn.filter },
    status: {
      shape: { kind: 'choice', values: manifestStatuses },
      filter: { kind: 'choice', values: manifestStatuses },
    },
    delivery: { shape: { kind: 'id' } },
    deliveryName: { shape: { kind: 'text' } },
    deliveryGuy: { filter: { kind: 'reference' } },
    parcels: { shape: { kind: 'integer' }, sort: true },
    openParcels: { shape: { kind: 'integer' }, sort: true },
    toCollect: { shape: { kind: 'money' }, sort: true },
    total: { filter: { kind: 'range' } },
  },
  order: { exported: ['number', 'createdAt'] },
  search: { title: 'deliveryName', subtitle: ['ownerName'] },
  views: [
    { id: 'open', query: 'status:OPEN', sort: 'createdAt' },
    { id: 'today', query: 'created:today' },
    { id: 'open-long', query: 'status:OPEN created:>2d', sort: 'createdAt' },
  ],
})

export type Manifest = RecordIn<typeof manifests>

/**
 * A parcel of a manifest. `amount`: cash due when it left; `status`: its present one; `isOpen`: still out on this manifest.
 * Customer and product are the order's present ones.
 */
export const manifestLineShapes = {
  id: { kind: 'id' },
  shipping: { kind: 'id' },
  shippingNumber: { kind: 'integer' },
  orderNumber: { kind: 'integer' },
  position: { kind: 'integer' },
  customerName: { kind: 'text' },
  customerPhone: { kind: 'phone' },
  customerAddress: { kind: 'text' },
  productName: { kind: 'text' },
  quantity: { kind: 'integer' },
  amount: { kind: 'money' },
  status: { kind: 'choice', values: shippingStatuses },
  isOpen: { kind: 'flag' },
} as const satisfies Shapes

export type ManifestLine = RecordOf<typeof manifestLineShapes>

/** Answer of `GET manifests/{id}`: with its parcels by position. */
export const manifestWithLinesShapes = {
  ...manifests.shapes,
  lines: { kind: 'list', of: manifestLineShapes },
} as const satisfies Shapes

export type ManifestWithLines = RecordOf<typeof manifestWithLinesShapes>

/** Maximum number of manifests on one print page. */
export const MAX_PRINTED_MANIFESTS = 50
