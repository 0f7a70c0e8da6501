import { countryCodes } from '../core/countries.ts'
import type { Fields } from './field.ts'

/** The country of a record; fixed at creation. */
export const fixedCountryColumn = {
  field: { kind: 'choice', values: countryCodes, required: true },
  only: 'create',
  filter: { kind: 'choice', values: countryCodes },
} as const

/** The owner of a record; default: its creator. */
export const ownerColumn = {
  field: { kind: 'reference', resource: 'users' },
  only: 'create',
  filter: { kind: 'reference' },
} as const

/** Columns of products, offers, requests and expeditions. */
export const goodsColumns = {
  country: fixedCountryColumn,
  owner: ownerColumn,
  name: { field: { kind: 'text', max: 160, required: true }, sort: true },
  price: { field: { kind: 'money', required: true } },
  quantity: { field: { kind: 'integer', min: 0, max: 10_000_000, required: true }, sort: true },
  productImage: { field: { kind: 'image' } },
  description: { field: { kind: 'text', max: 4000, multiline: true } },
  comment: { field: { kind: 'text', max: 1000, multiline: true } },
} as const

export const priceFilter = { kind: 'range' } as const
export const piecesFilter = { kind: 'range', whole: true } as const

/** Goods are found by name and owner's name. */
export const goodsSearch = { title: 'name', subtitle: ['ownerName'] } as const

/** In kilograms, three decimals. */
export const weightField = {
  kind: 'number',
  min: 0,
  max: 100_000,
  decimals: 3,
} as const satisfies Fields[string]
