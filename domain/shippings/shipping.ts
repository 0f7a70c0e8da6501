import type { CountryCode } from '../countries.ts'
import type { ShippingStatus } from './shipping-status.ts'

/** A parcel of one confirmed order: the customer and product are the order's. */
export type Shipping = {
  id: string
  number: number
  version: number
  country: CountryCode
  owner: string
  ownerName: string
  order: string
  orderNumber: number
  product: string
  productName: string
  customerName: string
  customerPhone: string
  customerAddress: string
  quantity: number
  price: number
  totalPrice: number
  status: ShippingStatus
  comment: string | null
  delivery: string | null
  deliveryName: string | null
  createdAt: string
  updatedAt: string
}
