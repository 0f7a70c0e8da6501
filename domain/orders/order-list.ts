import { countryCodes } from '../countries.ts'
import type { ListDefinition } from '../lib/list-query.ts'
import { shippingStatuses } from '../shippings/shipping-status.ts'
import { orderStatuses } from './order-status.ts'

export const orderList = {
  filters: {
    country: { kind: 'choice', values: countryCodes },
    status: { kind: 'choice', values: orderStatuses },
    owner: { kind: 'reference' },
    product: { kind: 'reference' },
    delivery: { kind: 'reference', optional: true },
    attempts: { kind: 'range' },
    quantity: { kind: 'range' },
    total: { kind: 'range' },
    duplicate: { kind: 'flag' },
    /** Whether the cash of its parcel has been paid out to the seller. */
    paidOut: { kind: 'flag' },
    shippingStatus: { kind: 'choice', values: shippingStatuses },
  },
  sorts: ['createdAt', 'number', 'customerName', 'totalPrice', 'quantity', 'attempts', 'status', 'updatedAt'],
} as const satisfies ListDefinition
