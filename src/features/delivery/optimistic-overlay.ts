import { assignShipping, moveShipping } from '../../../domain/shippings/move-shipping.ts'
import type { Shipping, ShippingMoveInput } from '../../../domain/shippings/shipping.ts'
import type { ChangeKind } from '../../../machines/change/change-machine.ts'
import type { OutboxEntry } from '../../../machines/outbox/outbox-types.ts'

/** A parcel with pending changes applied, those changes, and a refused one. */
export type Delivery = { shipping: Shipping; waiting: readonly OutboxEntry[]; refused: OutboxEntry | null }

/** Whether a delivery was refused for its amount, so that it is corrected instead of retried. */
export const isOfAmount = (refusal: OutboxEntry['refusal'] | undefined): boolean =>
  refusal === 'REASON_REQUIRED' || refusal === 'COLLECTED_TOO_MUCH'

/** Applies pending changes to parcels; refused ones have no effect. */
export const withWaiting = (
  shippings: readonly Shipping[],
  entries: readonly OutboxEntry[],
): readonly Delivery[] =>
  newestOf(shippings).map((shipping) => {
    const own = entries.filter(({ record }) => record.id === shipping.id)
    const refused = own.find(({ refusal }) => refusal !== null) ?? null
    const waiting = own.filter(({ refusal }) => refusal === null)
    // Changes after a refused one wait for the user's decision.
    const shown = refused === null ? waiting : waiting.filter(({ id }) => id < refused.id)
    return { shipping: shown.reduce(changed, shipping), waiting, refused }
  })

/** Removes duplicates: open and ended parcels are two requests, and a parcel that ends between them is in both. */
const newestOf = (shippings: readonly Shipping[]): readonly Shipping[] => {
  const newest = new Map<string, Shipping>()
  for (const shipping of shippings) {
    const other = newest.get(shipping.id)
    if (other === undefined || other.version < shipping.version) newest.set(shipping.id, shipping)
  }
  return [...newest.values()]
}

/** A parcel after a change, as the server would make it. */
export const changed = (shipping: Shipping, { kind, body, at }: OutboxEntry): Shipping => {
  const time = new Date(at).toISOString()
  const next = after[kind]?.(shipping, body, time)
  if (next === undefined) return shipping
  // The device knows no other courier's name.
  const deliveryName = next.delivery === shipping.delivery ? shipping.deliveryName : null
  return { ...next, deliveryName, updatedAt: time }
}

/** Kinds of changes with optimistic results. */
const after: Partial<
  Record<ChangeKind, (shipping: Shipping, body: OutboxEntry['body'], time: string) => Shipping>
> = {
  status: (shipping, body, at) =>
    moveShipping(shipping, body as ShippingMoveInput, { at, totalPrice: shipping.totalPrice }),
  delivery: (shipping, body, at) => assignShipping(shipping, body.delivery as string | null, at),
}
