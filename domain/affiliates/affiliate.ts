import { countryCodes } from '../core/countries.ts'
import type { Fields, Values } from '../lib/field.ts'
import { goodsFields, goodsShapes } from '../lib/goods.ts'
import type { ListDefinition } from '../lib/list-query.ts'
import { ownedShapes, type RecordOf, type Shapes } from '../lib/shape.ts'

export const affiliateFields = goodsFields

export type AffiliateInput = Values<typeof affiliateFields>

export const affiliateUpdateFields = (({ country: _, owner: __, ...fields }) => fields)(
  affiliateFields,
) satisfies Fields

/**
 * An affiliate offer: goods that sellers of its country may take into their store. `products` counts those taken, `product`
 * is the reading seller's own that came from it; null for anybody else.
 */
export const affiliateShapes = {
  ...ownedShapes,
  ...goodsShapes,
  products: { kind: 'integer' },
  product: { kind: 'id', nullable: true },
} as const satisfies Shapes

export type Affiliate = RecordOf<typeof affiliateShapes>

export const affiliateList = {
  filters: {
    country: { kind: 'choice', values: countryCodes },
    owner: { kind: 'reference' },
    price: { kind: 'range' },
    quantity: { kind: 'range', whole: true },
  },
  sorts: ['createdAt', 'number', 'name', 'price', 'quantity', 'updatedAt'],
} as const satisfies ListDefinition
