import { type CountryCode, countryCodes } from '../countries.ts'
import type { Fields, Values } from '../lib/field.ts'

export const productFields = {
  country: { kind: 'choice', values: countryCodes, required: true },
  owner: { kind: 'reference', resource: 'users' },
  name: { kind: 'text', max: 160, required: true },
  price: { kind: 'money', required: true },
  quantity: { kind: 'integer', min: 0, max: 10_000_000, required: true },
  description: { kind: 'text', max: 4000, multiline: true },
  comment: { kind: 'text', max: 1000, multiline: true },
  productImage: { kind: 'url' },
} as const satisfies Fields

export type ProductInput = Values<typeof productFields>

/** Orders are counted in the product's country and belong to its owner: neither moves once it stands. */
export const productUpdateFields = (({ country: _, owner: __, ...fields }) => fields)(
  productFields,
) satisfies Fields

/** A product as the API gives it. `quantity` is what is in stock, `reserved` what confirmed orders hold of it. */
export type Product = {
  id: string
  number: number
  version: number
  country: CountryCode
  owner: string
  ownerName: string
  name: string
  price: number
  quantity: number
  reserved: number
  available: number
  description: string | null
  comment: string | null
  productImage: string | null
  createdAt: string
  updatedAt: string
}
