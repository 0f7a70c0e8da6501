import { assignShipping, moveShipping } from '../../../domain/shippings/move-shipping.ts'
import type { Shipping, ShippingMoveInput } from '../../../domain/shippings/shipping.ts'
import type { ChangeKind } from '../../../machines/change/change-types.ts'
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

/** A parcel once a change of it is made, as the server makes it. */
export const changed = (shipping: Shipping, { kind, body, at }: OutboxEntry): Shipping => {
  const time = new Date(at).toISOString()
  const next = after[kind]?.(shipping, body, time)
  if (next === undefined) return shipping
  // The device knows the name of no other courier.
  const deliveryName = next.delivery === shipping.delivery ? shipping.deliveryName : null
  return { ...next, deliveryName, updatedAt: time }
}

/** The kinds of changes whose result is shown before the server has made them. */
const after: Partial<
  Record<ChangeKind, (shipping: Shipping, body: OutboxEntry['body'], time: string) => Shipping>
> = {
  status: (shipping, body, at) =>
    moveShipping(shipping, body as ShippingMoveInput, { at, totalPrice: shipping.totalPrice }),
  delivery: (shipping, body, at) => assignShipping(shipping, body.delivery as string | null, at),
}
