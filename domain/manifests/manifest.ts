import { countryCodes } from '../core/countries.ts'
import { shippingStatuses } from '../fulfillment/shipping-status.ts'
import type { ListDefinition } from '../lib/list-query.ts'
import { ownedShapes, type RecordOf, type Shapes } from '../lib/shape.ts'

/** A manifest is open while one of its parcels is out on it. */
export const manifestStatuses = ['OPEN', 'CLOSED'] as const
export type ManifestStatus = (typeof manifestStatuses)[number]

/**
 * The parcels that one delivery guy took out in one change. `owner` is who gave them out, `parcels` how many they are,
 * `openParcels` how many of them are still out on it, `toCollect` the cash that they were to bring when they left.
 */
export const manifestShapes = {
  ...ownedShapes,
  status: { kind: 'choice', values: manifestStatuses },
  delivery: { kind: 'id' },
  deliveryName: { kind: 'text' },
  parcels: { kind: 'integer' },
  openParcels: { kind: 'integer' },
  toCollect: { kind: 'money' },
} as const satisfies Shapes

export type Manifest = RecordOf<typeof manifestShapes>

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
  ...manifestShapes,
  lines: { kind: 'list', of: manifestLineShapes },
} as const satisfies Shapes

export type ManifestWithLines = RecordOf<typeof manifestWithLinesShapes>

export const manifestList = {
  filters: {
    country: { kind: 'choice', values: countryCodes },
    status: { kind: 'choice', values: manifestStatuses },
    deliveryGuy: { kind: 'reference' },
    total: { kind: 'range' },
  },
  sorts: ['createdAt', 'number', 'parcels', 'openParcels', 'toCollect', 'updatedAt'],
} as const satisfies ListDefinition

/** How many manifests one print page shows. */
export const MAX_PRINTED_MANIFESTS = 50
