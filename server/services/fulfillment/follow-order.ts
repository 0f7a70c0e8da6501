import {
  type HeldOrder,
  type OrderValues,
  type ShippingValues,
  shippingValuesOf,
  type TradeValues,
} from './trade-step.ts'

/**
 * What becomes of an order's shipping with the order: one that becomes confirmed has it made, or its cancelled one
 * revived from the start; one that is confirmed no more has it cancelled; a deleted one takes it along.
 */
export const followOrder = (
  order: HeldOrder,
  next: OrderValues,
  { delivery = null }: { delivery?: string | null } = {},
): TradeValues => {
  if (isConfirmed(next) && !isConfirmed(order)) return { order: next, shipping: freshShipping(delivery) }
  const { shipping } = order
  if (shipping === null) return { order: next, shipping }
  const kept = shippingValuesOf(shipping)
  const status = isConfirmed(order) && !isConfirmed(next) ? 'CANCELLED' : kept.status
  return { order: next, shipping: { ...kept, status, isDeleted: next.isDeleted || kept.isDeleted } }
}

/** A parcel that nobody has touched yet. */
const freshShipping = (delivery: string | null): ShippingValues => ({
  status: delivery === null ? 'PENDING' : 'ASSIGNED',
  comment: null,
  delivery,
  attempts: 0,
  postponedTo: null,
  collected: null,
  outAt: null,
  deliveredAt: null,
  settledAt: null,
  isDeleted: false,
})

const isConfirmed = (order: OrderValues): boolean => order.status === 'CONFIRMED' && !order.isDeleted
