import { countryCodes } from '../countries.ts'
import { answerStatuses } from '../lib/answer-status.ts'
import type { ListDefinition } from '../lib/list-query.ts'

export const requestList = {
  filters: {
    country: { kind: 'choice', values: countryCodes },
    status: { kind: 'choice', values: answerStatuses },
    owner: { kind: 'reference' },
    price: { kind: 'range' },
    quantity: { kind: 'range' },
  },
  sorts: ['createdAt', 'number', 'name', 'price', 'quantity', 'status', 'updatedAt'],
} as const satisfies ListDefinition
