import { countryCodes } from '../core/countries.ts'
import type { Fields } from './field.ts'
import type { Shapes } from './shape.ts'

/** What products, offers, requests and expeditions say of the goods that they are about. */
export const goodsFields = {
  country: { kind: 'choice', values: countryCodes, required: true },
  owner: { kind: 'reference', resource: 'users' },
  name: { kind: 'text', max: 160, required: true },
  price: { kind: 'money', required: true },
  quantity: { kind: 'integer', min: 0, max: 10_000_000, required: true },
  productImage: { kind: 'image' },
  description: { kind: 'text', max: 4000, multiline: true },
  comment: { kind: 'text', max: 1000, multiline: true },
} as const satisfies Fields

export const goodsShapes = {
  name: { kind: 'text' },
  price: { kind: 'money' },
  quantity: { kind: 'integer' },
  description: { kind: 'text', nullable: true },
  comment: { kind: 'text', nullable: true },
  productImage: { kind: 'text', nullable: true },
} as const satisfies Shapes

/** In kilograms, with grams. */
export const weightField = { kind: 'number', min: 0, max: 100_000, decimals: 3 } as const
