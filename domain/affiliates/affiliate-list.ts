import { countryCodes } from '../countries.ts'
import type { ListDefinition } from '../lib/list-query.ts'

export const affiliateList = {
  filters: {
    country: { kind: 'choice', values: countryCodes },
    owner: { kind: 'reference' },
    price: { kind: 'range' },
    quantity: { kind: 'range' },
  },
  sorts: ['createdAt', 'number', 'name', 'price', 'quantity', 'updatedAt'],
} as const satisfies ListDefinition
