import { defineResource, type InputOf, type RecordIn } from '../lib/define-resource.ts'
import { goodsColumns, goodsSearch, piecesFilter, priceFilter, weightField } from '../lib/goods.ts'
import { pickNames, type RecordOf } from '../lib/shape.ts'

/** How goods are handled: solid, liquid, fragile. */
export const productTypes = ['DUR', 'LIQUID', 'FRAGILE'] as const
export type ProductType = (typeof productTypes)[number]

/** `affiliate`: made from an affiliate offer. */
export const productModes = ['own', 'affiliate'] as const

/**
 * `quantity`: in stock; `reserved`: held by parcels under way; `affiliate`: the offer it was made from. Orders take country and
 * owner from the product, so these and the offer are fixed at creation.
 */
export const products = defineResource('products', {
  scanDigit: 3,
  columns: {
    ...goodsColumns,
    price: { ...goodsColumns.price, sort: true, filter: priceFilter },
    affiliate: {
      field: { kind: 'reference', resource: 'affiliates' },
      only: 'create',
      filter: { kind: 'reference', optional: true },
    },
    storeName: { field: { kind: 'text', max: 160 } },
    type: {
      field: { kind: 'choice', values: productTypes },
      filter: { kind: 'choice', values: productTypes },
    },
    weight: { field: weightField },
    initialPrice: { field: { kind: 'money' } },
    sourceLink: { field: { kind: 'url' } },
    sourceName: { field: { kind: 'text', max: 120 } },
    /** Reason of a manual stock correction; also stored on the stock movement. */
    quantityNote: { field: { kind: 'text', max: 300 }, only: 'update', note: true },
    reserved: { shape: { kind: 'integer' } },
    available: { shape: { kind: 'integer' }, sort: true, filter: piecesFilter },
    affiliateName: { shape: { kind: 'text', nullable: true } },
    mode: { filter: { kind: 'choice', values: productModes } },
  },
  order: {
    filters: ['country', 'owner', 'mode', 'affiliate', 'type'],
    exported: [
      'number',
      'name',
      'quantity',
      'reserved',
      'available',
      'price',
      'initialPrice',
      'type',
      'weight',
      'description',
      'comment',
      'affiliateName',
      'storeName',
      'sourceName',
      'sourceLink',
    ],
  },
  search: goodsSearch,
  views: [
    { id: 'sold-out', query: 'available:..0' },
    { id: 'running-out', query: 'available:1..10', sort: 'available' },
    { id: 'from-offers', query: 'mode:affiliate' },
  ],
})

export type Product = RecordIn<typeof products>
export type ProductInput = InputOf<typeof products>

/** What a caller may offer a customer instead: the products of the order's seller. */
export const orderProductShapes = pickNames(products.shapes, [
  'id',
  'number',
  'name',
  'country',
  'price',
  'available',
  'productImage',
])

export type OrderProduct = RecordOf<typeof orderProductShapes>
