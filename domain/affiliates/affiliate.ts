import { defineResource, type RecordIn } from '../lib/define-resource.ts'
import { goodsColumns, goodsSearch, piecesFilter, priceFilter } from '../lib/goods.ts'

/**
 * Affiliate offers: goods that sellers of a country may add to their store. `products`: how many products were made from the
 * offer. `product`: the reading seller's own product from it; null for other readers.
 */
export const affiliates = defineResource('affiliates', {
  called: { phrase: 'an affiliate offer' },
  columns: {
    ...goodsColumns,
    price: { ...goodsColumns.price, sort: true, filter: priceFilter },
    quantity: { ...goodsColumns.quantity, filter: piecesFilter },
    products: { shape: { kind: 'integer' } },
    product: { shape: { kind: 'id', nullable: true } },
  },
  order: { exported: ['number', 'name', 'quantity', 'price', 'products', 'description', 'comment'] },
  search: goodsSearch,
  views: [
    { id: 'sold-out', query: 'quantity:..0' },
    { id: 'new', query: 'created:<30d' },
  ],
})

export type Affiliate = RecordIn<typeof affiliates>
