import { countryCodes } from '../countries.ts'
import type { ListDefinition } from '../lib/list-query.ts'
import { shippingStatuses } from './shipping-status.ts'

export const shippingList = {
  filters: {
    country: { kind: 'choice', values: countryCodes },
    status: { kind: 'choice', values: shippingStatuses },
    owner: { kind: 'reference' },
    deliveryGuy: { kind: 'reference', optional: true },
    product: { kind: 'reference' },
    attempts: { kind: 'range' },
    total: { kind: 'range' },
    billed: { kind: 'flag' },
  },
  sorts: ['createdAt', 'number', 'customerName', 'totalPrice', 'attempts', 'status', 'updatedAt'],
} as const satisfies ListDefinition
