import type { OrderStatus } from './order-status.ts'
import { type ReturnCondition, type ShippingStatus, shippingStock } from './shipping-status.ts'

/** The fields of an order and its parcel that decide what it holds of the product's stock. */
export type Fulfillment = {
  status: OrderStatus
  quantity: number
  isDeleted?: boolean
  shippingStatus: ShippingStatus | null
  /** Of a returned parcel, else null. */
  condition: ReturnCondition | null
}

/** Pieces reserved: all from the confirmation until the parcel's end. */
export const reservedStock = (order: Fulfillment): number =>
  stateOf(order) === 'reserved' ? order.quantity : 0

/** Pieces that have left stock for good: delivered, lost, or returned damaged. */
export const goneStock = (order: Fulfillment): number => (stateOf(order) === 'gone' ? order.quantity : 0)

/** Pieces unavailable to others: reserved plus gone. */
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
