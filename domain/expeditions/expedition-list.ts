import { countryCodes } from '../countries.ts'
import { answerStatuses } from '../lib/answer-status.ts'
import type { ListDefinition } from '../lib/list-query.ts'
import { expeditionModes } from './expedition.ts'

export const expeditionList = {
  filters: {
    country: { kind: 'choice', values: countryCodes },
    status: { kind: 'choice', values: answerStatuses },
    owner: { kind: 'reference' },
    product: { kind: 'reference', optional: true },
    mode: { kind: 'choice', values: expeditionModes },
    quantity: { kind: 'range' },
  },
  sorts: ['createdAt', 'number', 'name', 'quantity', 'expeditionDate', 'status', 'updatedAt'],
} as const satisfies ListDefinition
