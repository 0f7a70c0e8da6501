import { countryCodes } from '../core/countries.ts'
import type { Fields, Values } from '../lib/field.ts'
import { goodsFields, goodsShapes, weightField } from '../lib/goods.ts'
import type { ListDefinition } from '../lib/list-query.ts'
import { ownedShapes, type RecordOf, type Shapes } from '../lib/shape.ts'

/** How goods must be handled: solid, liquid, fragile. */
export const productTypes = ['DUR', 'LIQUID', 'FRAGILE'] as const
export type ProductType = (typeof productTypes)[number]

/** `own` is a product of nobody's offer, `affiliate` one that was taken from an offer. */
export const productModes = ['own', 'affiliate'] as const

/** `affiliate` is the offer that the product was taken from. */
export const productFields = {
  ...goodsFields,
  affiliate: { kind: 'reference', resource: 'affiliates' },
  storeName: { kind: 'text', max: 160 },
  type: { kind: 'choice', values: productTypes },
  weight: weightField,
  initialPrice: { kind: 'money' },
  sourceLink: { kind: 'url' },
  sourceName: { kind: 'text', max: 120 },
} as const satisfies Fields

export type ProductInput = Values<typeof productFields>

/** The reason of a manual stock correction: stored in the history and on the stock movement, not on the product. */
const noteFields = { quantityNote: { kind: 'text', max: 300 } } as const satisfies Fields

export const productNotes = Object.keys(noteFields) as (keyof typeof noteFields)[]

/** Orders use the product's country and owner, so these and the offer cannot be changed after creation. */
export const productUpdateFields = (({ country: _, owner: __, affiliate: ___, ...fields }) => ({
  ...fields,
  ...noteFields,
}))(productFields) satisfies Fields

/** A product as the API gives it. `quantity` is what is in stock, `reserved` what parcels under way hold of it. */
export const productShapes = {
  ...ownedShapes,
  ...goodsShapes,
  reserved: { kind: 'integer' },
  available: { kind: 'integer' },
  affiliate: { kind: 'id', nullable: true },
  affiliateName: { kind: 'text', nullable: true },
  storeName: { kind: 'text', nullable: true },
  type: { kind: 'choice', values: productTypes, nullable: true },
  weight: { kind: 'number', nullable: true },
  initialPrice: { kind: 'money', nullable: true },
  sourceLink: { kind: 'url', nullable: true },
  sourceName: { kind: 'text', nullable: true },
} as const satisfies Shapes

export type Product = RecordOf<typeof productShapes>

export const productList = {
  filters: {
    country: { kind: 'choice', values: countryCodes },
    owner: { kind: 'reference' },
    mode: { kind: 'choice', values: productModes },
    affiliate: { kind: 'reference', optional: true },
    type: { kind: 'choice', values: productTypes },
    price: { kind: 'range' },
    available: { kind: 'range', whole: true },
  },
  sorts: ['createdAt', 'number', 'name', 'price', 'quantity', 'available', 'updatedAt'],
} as const satisfies ListDefinition
