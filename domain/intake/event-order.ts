import type { ShopEvent, ShopOrder } from './shop-order.ts'

type Moment = Pick<ShopOrder, 'event' | 'changedAt' | 'triggeredAt'>

/**
 * Whether an event is older than what the shop said last. Shops deliver out of order and repeat old payloads. Of two changes at
 * the same instant, the later event counts. WooCommerce says no date of a deletion: what it created or updated is older.
 */
export const isOlderEvent = (event: Moment, last: Moment): boolean => {
  const byChange = compare(event.changedAt, last.changedAt)
  if (byChange !== null && byChange !== 0) return byChange < 0
  const byTrigger = compare(event.triggeredAt, last.triggeredAt)
  if (byTrigger !== null) return byTrigger < 0
  return byChange === null && last.event === 'deleted' && beforeDeletion.includes(event.event)
}

/**
 * Whether an event creates an order that the shop has ended before, as far as their times say. A shop that says no time of a change
 * gives both that of the order, or none.
 */
export const isLateCreation = (event: ShopOrder, last: ShopOrder | null): boolean =>
  last !== null && event.event === 'created' && isEnded(last) && !isOlderEvent(last, event)

const beforeDeletion: readonly ShopEvent[] = ['created', 'updated']

/** Null if one of them is unknown. */
const compare = (one: string | null, other: string | null): number | null =>
  one === null || other === null ? null : Date.parse(one) - Date.parse(other)

/** Whether the shop no longer wants the order delivered. */
export const isEnded = (order: ShopOrder): boolean =>
  order.isCancelled ||
  order.isRefunded ||
  order.event === 'deleted' ||
  (order.items.length > 0 && order.items.every(({ quantity }) => quantity === 0))

/** Whether the pieces that a refund names are all that are left of the order. */
export const isWhollyRefunded = ({ refundedItems }: ShopOrder, { items }: ShopOrder): boolean =>
  items.length > 0 &&
  items.every(({ id, quantity }) => {
    const refunded = refundedItems
      .filter((line) => line.id === id)
      .reduce((sum, line) => sum + line.quantity, 0)
    return quantity !== null && refunded >= quantity
  })
