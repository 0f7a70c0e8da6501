import type { Shapes } from '../lib/shape.ts'
import { type ResourceName, resources } from '../resources.ts'

type ShapesOf<Resource extends ResourceName> = (typeof resources)[Resource]['shapes']

/** The kinds of fields that people read. An id is none of them: a record is called by its number. */
export type ExportKind =
  | 'text'
  | 'phone'
  | 'url'
  | 'instant'
  | 'date'
  | 'integer'
  | 'number'
  | 'money'
  | 'flag'
  | 'choice'

/** A field of the record, or the currency of its country: one column after all amounts. */
export type ExportColumn<Resource extends ResourceName = ResourceName> = Resource extends ResourceName
  ? FieldOf<ShapesOf<Resource>> | 'currency'
  : never

type FieldOf<S> = {
  [Name in keyof S & string]: S[Name] extends { kind: ExportKind } ? Name : never
}[keyof S & string]

/** The columns of each list's spreadsheet, in their order. */
export const exportColumns: { readonly [Resource in ResourceName]: readonly ExportColumn<Resource>[] } = {
  orders: [
    'number',
    'createdAt',
    'status',
    'customerName',
    'customerPhone',
    'customerAddress',
    'productName',
    'quantity',
    'price',
    'totalPrice',
    'currency',
    'comment',
    'statusAt',
    'attempts',
    'callbackAt',
    'isDuplicate',
    'shippingStatus',
    'deliveryName',
    'sourceName',
    'sourceLink',
    'externalRef',
    'ownerName',
    'country',
    'updatedAt',
  ],
  products: [
    'number',
    'name',
    'quantity',
    'reserved',
    'available',
    'price',
    'initialPrice',
    'currency',
    'type',
    'weight',
    'description',
    'comment',
    'affiliateName',
    'storeName',
    'sourceName',
    'sourceLink',
    'productImage',
    'ownerName',
    'country',
    'createdAt',
    'updatedAt',
  ],
  shippings: [
    'number',
    'orderNumber',
    'createdAt',
    'status',
    'customerName',
    'customerPhone',
    'customerAddress',
    'productName',
    'quantity',
    'price',
    'totalPrice',
    'collected',
    'currency',
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
    'sourceLink',
    'ownerName',
    'country',
    'updatedAt',
  ],
  users: [
    'number',
    'name',
    'role',
    'email',
    'phone',
    'country',
    'packageName',
    'language',
    'isEmailVerified',
    'isActivated',
    'activation',
    'createdAt',
    'updatedAt',
  ],
  expeditions: [
    'number',
    'createdAt',
    'status',
    'name',
    'productName',
    'quantity',
    'weight',
    'price',
    'currency',
    'mode',
    'from',
    'transporterName',
    'transporterPhone',
    'expeditionDate',
    'providedDate',
    'packageInformation',
    'description',
    'comment',
    'productImage',
    'ownerName',
    'country',
    'updatedAt',
  ],
  requests: [
    'number',
    'createdAt',
    'status',
    'name',
    'quantity',
    'price',
    'currency',
    'description',
    'comment',
    'productImage',
    'ownerName',
    'country',
    'updatedAt',
  ],
  affiliates: [
    'number',
    'name',
    'quantity',
    'price',
    'currency',
    'products',
    'description',
    'comment',
    'productImage',
    'ownerName',
    'country',
    'createdAt',
    'updatedAt',
  ],
  invoices: [
    'code',
    'number',
    'week',
    'ownerName',
    'status',
    'dueAt',
    'paidAt',
    'totalShipments',
    'totalWithoutFees',
    'shippingFees',
    'upsellFees',
    'expeditionFees',
    'otherFees',
    'totalWithFees',
    'currency',
    'notes',
    'country',
    'createdAt',
    'updatedAt',
  ],
  manifests: [
    'number',
    'createdAt',
    'status',
    'deliveryName',
    'parcels',
    'openParcels',
    'toCollect',
    'currency',
    'ownerName',
    'country',
    'updatedAt',
  ],
  handovers: [
    'number',
    'createdAt',
    'deliveryName',
    'receivedByName',
    'parcels',
    'expected',
    'counted',
    'difference',
    'currency',
    'note',
    'country',
    'updatedAt',
  ],
  packages: ['number', 'name', 'pack', 'users', 'ownerName', 'createdAt', 'updatedAt'],
}

/** Column width by kind, in characters. */
const widths: Record<ExportKind, number> = {
  text: 24,
  phone: 20,
  url: 24,
  instant: 17,
  date: 12,
  integer: 10,
  number: 10,
  money: 14,
  flag: 10,
  choice: 16,
}

/** The widths of a spreadsheet's columns, in their order. */
export const exportWidths = (resource: ResourceName): number[] => {
  const shapes: Shapes = resources[resource].shapes
  return exportColumns[resource].map((column) => widths[(shapes[column]?.kind ?? 'choice') as ExportKind])
}

/** Rows that one spreadsheet may hold. */
export const largestExport = 200_000

/** What people save it as. */
export const exportFileName = (resource: ResourceName): string => `${resource}.xlsx`
