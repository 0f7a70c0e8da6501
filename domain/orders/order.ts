import type { CountryCode } from '../countries.ts'
import { countryCodes } from '../countries.ts'
import type { Fields, Values } from '../lib/field.ts'
import type { ShippingStatus } from '../shippings/shipping-status.ts'
import type { OrderStatus } from './order-status.ts'

/** What a person fills in. `price` is for one piece; left out, the product's own. */
export const orderFields = {
  country: { kind: 'choice', values: countryCodes, required: true },
  product: { kind: 'reference', resource: 'products', required: true },
  customerName: { kind: 'text', max: 120, required: true },
  customerPhone: { kind: 'phone', required: true },
  customerAddress: { kind: 'text', max: 300, multiline: true, required: true },
  quantity: { kind: 'integer', min: 1, max: 10_000, required: true },
  price: { kind: 'money' },
  sourceLink: { kind: 'url' },
  sourceName: { kind: 'text', max: 120 },
  comment: { kind: 'text', max: 1000, multiline: true },
} as const satisfies Fields

export type OrderInput = Values<typeof orderFields>

/** The country of an order is its product's: neither can be changed once it stands. */
export const orderUpdateFields = (({ country: _, ...fields }) => fields)(orderFields) satisfies Fields

/** An order as the API gives it. Money in major units of the country's currency, phone in E.164, times ISO 8601 UTC. */
export type Order = {
  id: string
  number: number
  version: number
  country: CountryCode
  owner: string
  ownerName: string
  product: string
  productName: string
  /** The product's quantity less what confirmed orders have reserved. */
  productAvailable: number
  customerName: string
  customerPhone: string
  customerAddress: string
  quantity: number
  price: number
  totalPrice: number
  sourceLink: string | null
  sourceName: string | null
  externalRef: string | null
  status: OrderStatus
  comment: string | null
  delivery: string | null
  deliveryName: string | null
  attempts: number
  /** Another order for the same phone, product and country stands within 72 h, not cancelled. */
  isDuplicate: boolean
  shipping: string | null
  shippingStatus: ShippingStatus | null
  createdAt: string
  updatedAt: string
}

export const duplicateWindowHours = 72
