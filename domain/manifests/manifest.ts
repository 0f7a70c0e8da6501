import { shippingStatuses } from '../fulfillment/shipping-status.ts'
import { defineResource, type RecordIn } from '../lib/define-resource.ts'
import { countryColumn } from '../lib/goods.ts'
import type { RecordOf, Shapes } from '../lib/shape.ts'

/** A manifest is open while one of its parcels is out on it. */
export const manifestStatuses = ['OPEN', 'CLOSED'] as const
export type ManifestStatus = (typeof manifestStatuses)[number]

/**
 * The parcels that one delivery guy took out in one change. `owner` is who gave them out, `parcels` how many they are,
 * `openParcels` how many of them are still out on it, `toCollect` the cash that they were to bring when they left.
 */
export const manifests = defineResource('manifests', {
  columns: {
    country: { filter: countryColumn.filter },
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
 * A parcel of a manifest: `amount` is what was to be collected for it when it left, `status` where it is at present,
 * `isOpen` whether it is still out on this manifest. The customer and the product are the order's as they are now.
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

/** What `GET manifests/{id}` answers: the manifest with its parcels, in the order of its positions. */
export const manifestWithLinesShapes = {
  ...manifests.shapes,
  lines: { kind: 'list', of: manifestLineShapes },
} as const satisfies Shapes

export type ManifestWithLines = RecordOf<typeof manifestWithLinesShapes>

/** How many manifests one print page shows. */
export const MAX_PRINTED_MANIFESTS = 50
