import type { OrderStatus } from './order-status.ts'

/** How many pieces of its product an order has reserved: all of them while it is confirmed, else none. */
export const heldStock = (order: { status: OrderStatus; quantity: number; isDeleted?: boolean }): number =>
  order.status === 'CONFIRMED' && !order.isDeleted ? order.quantity : 0
