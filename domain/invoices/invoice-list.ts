import { countryCodes } from '../countries.ts'
import type { ListDefinition } from '../lib/list-query.ts'
import { invoiceStatuses } from './invoice.ts'

export const invoiceList = {
  filters: {
    country: { kind: 'choice', values: countryCodes },
    status: { kind: 'choice', values: invoiceStatuses },
    owner: { kind: 'reference' },
    total: { kind: 'range' },
  },
  sorts: ['createdAt', 'number', 'code', 'week', 'totalWithFees', 'status', 'updatedAt'],
} as const satisfies ListDefinition
