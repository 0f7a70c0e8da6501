export const shippingStatuses = [
  'PENDING',
  'ASSIGNED',
  'OUT_FOR_DELIVERY',
  'DELIVERED',
  'POSTPONED',
  'NOT_REACHABLE',
  'REFUSED',
  'RETURNED',
  'LOST',
  'CANCELLED',
] as const
export type ShippingStatus = (typeof shippingStatuses)[number]
