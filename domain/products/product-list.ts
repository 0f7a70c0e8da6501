import { countryCodes } from '../countries.ts'
import type { ListDefinition } from '../lib/list-query.ts'

export const productList = {
  filters: {
    country: { kind: 'choice', values: countryCodes },
    owner: { kind: 'reference' },
    price: { kind: 'range' },
    available: { kind: 'range' },
  },
  sorts: ['createdAt', 'number', 'name', 'price', 'quantity', 'available', 'updatedAt'],
} as const satisfies ListDefinition
