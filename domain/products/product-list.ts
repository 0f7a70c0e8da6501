import { countryCodes } from '../countries.ts'
import type { ListDefinition } from '../lib/list-query.ts'
import { productModes, productTypes } from './product.ts'

export const productList = {
  filters: {
    country: { kind: 'choice', values: countryCodes },
    owner: { kind: 'reference' },
    mode: { kind: 'choice', values: productModes },
    affiliate: { kind: 'reference', optional: true },
    type: { kind: 'choice', values: productTypes },
    price: { kind: 'range' },
    available: { kind: 'range' },
  },
  sorts: ['createdAt', 'number', 'name', 'price', 'quantity', 'available', 'updatedAt'],
} as const satisfies ListDefinition
