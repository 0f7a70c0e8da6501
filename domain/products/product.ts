import { defineResource, type InputOf, type RecordIn } from '../lib/define-resource.ts'
import { goodsColumns, goodsSearch, piecesFilter, priceFilter, weightField } from '../lib/goods.ts'

/** How goods must be handled: solid, liquid, fragile. */
export const productTypes = ['DUR', 'LIQUID', 'FRAGILE'] as const
export type ProductType = (typeof productTypes)[number]

/** `own` is a product of nobody's offer, `affiliate` one that was taken from an offer. */
export const productModes = ['own', 'affiliate'] as const

/**
 * Products: `quantity` is what is in stock, `reserved` what parcels under way hold of it. `affiliate` is the offer that one was
 * taken from. Orders use the product's country and owner, so these and the offer cannot be changed after creation.
 */
export const products = defineResource('products', {
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
    /** The reason of a manual stock correction: on the stock movement too. */
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
