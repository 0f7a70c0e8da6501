import type { ShippingStatus } from '../../../domain/fulfillment/shipping-status.ts'
import type { Shipping } from '../../../domain/shippings/shipping.ts'
import { addToComment } from '../../../domain/triage/claim.ts'
import type { OutboxEntry } from '../../../machines/outbox/outbox-types.ts'

/** A parcel as it will be once what waits for it has been sent, and what waits. */
export type Delivery = { shipping: Shipping; waiting: readonly OutboxEntry[]; refused: OutboxEntry | null }

/** Whether a delivery was refused for its amount: it is corrected, not tried again. */
export const isOfAmount = (refusal: OutboxEntry['refusal'] | undefined): boolean =>
  refusal === 'REASON_REQUIRED' || refusal === 'COLLECTED_TOO_MUCH'

/** Parcels under the changes that are on their way. What the server has refused changes nothing. */
export const withWaiting = (
  shippings: readonly Shipping[],
  entries: readonly OutboxEntry[],
): readonly Delivery[] =>
  newestOf(shippings).map((shipping) => {
    const own = entries.filter(({ record }) => record.id === shipping.id)
    const refused = own.find(({ refusal }) => refusal !== null) ?? null
    const waiting = own.filter(({ refusal }) => refusal === null)
    // What came after a refused change waits for the person's decision, and may never be.
    const shown = refused === null ? waiting : waiting.filter(({ id }) => id < refused.id)
    return { shipping: shown.reduce(changed, shipping), waiting, refused }
  })

/** Each parcel once. Open and ended ones are two calls: a parcel that ends between their answers is in both. */
const newestOf = (shippings: readonly Shipping[]): readonly Shipping[] => {
  const newest = new Map<string, Shipping>()
  for (const shipping of shippings) {
    const other = newest.get(shipping.id)
    if (other === undefined || other.version < shipping.version) newest.set(shipping.id, shipping)
  }
  return [...newest.values()]
}

type Move = {
  status?: ShippingStatus
  postponedTo?: string | null
  collected?: number
  comment?: string
  reason?: string
  delivery?: string | null
}

/** A parcel once a change of it is made, as the server makes it. */
export const changed = (shipping: Shipping, { kind, body, at }: OutboxEntry): Shipping => {
  const { status, postponedTo = null, collected, comment, reason, delivery }: Move = body
  const time = new Date(at).toISOString()
  if (kind === 'delivery') {
    return delivery === null
      ? { ...shipping, status: 'PENDING', statusAt: time, delivery, deliveryName: null }
      : shipping
  }
  if (kind !== 'status' || status === undefined) return shipping
  const isDelivered = status === 'DELIVERED'
  return {
    ...shipping,
    status,
    statusAt: status === shipping.status ? shipping.statusAt : time,
    postponedTo,
    comment: reason ? addToComment(comment ?? shipping.comment, reason) : (comment ?? shipping.comment),
    attempts: shipping.attempts + (status === 'OUT_FOR_DELIVERY' ? 1 : 0),
    collected: isDelivered ? (collected ?? shipping.totalPrice) : null,
    deliveredAt: isDelivered ? time : null,
    updatedAt: time,
  }
}
