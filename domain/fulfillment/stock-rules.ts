import type { OrderStatus } from './order-status.ts'
import { type ReturnCondition, type ShippingStatus, shippingStock } from './shipping-status.ts'

/** What decides what an order is to its product's stock. */
export type Fulfillment = {
  status: OrderStatus
  quantity: number
  isDeleted?: boolean
  shippingStatus: ShippingStatus | null
  /** Of a returned parcel. */
  condition: ReturnCondition | null
}

/** How many pieces of its product an order has reserved: all of them from its confirmation until its parcel's end. */
export const reservedStock = (order: Fulfillment): number =>
  stateOf(order) === 'reserved' ? order.quantity : 0

/** How many pieces have left the product's stock for good: those that were delivered, lost, or came back damaged. */
export const goneStock = (order: Fulfillment): number => (stateOf(order) === 'gone' ? order.quantity : 0)

/** How many pieces nobody else can have: what a product has left falls by as many. */
export const takenStock = (order: Fulfillment): number => reservedStock(order) + goneStock(order)

const stateOf = ({
  status,
  isDeleted,
  shippingStatus,
  condition,
}: Fulfillment): 'reserved' | 'gone' | 'free' => {
  if (status !== 'CONFIRMED' || isDeleted) return 'free'
  if (shippingStatus === 'RETURNED' && condition === 'damaged') return 'gone'
  return shippingStatus === null ? 'reserved' : shippingStock[shippingStatus]
}
