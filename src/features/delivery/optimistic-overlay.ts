import type { CountryCode } from '../../../domain/core/countries.ts'
import { assignShipping, moveShipping } from '../../../domain/shippings/move-shipping.ts'
import type { Shipping, ShippingMoveInput } from '../../../domain/shippings/shipping.ts'
import type { ChangeKind } from '../../../machines/change/change-machine.ts'
import type { OutboxEntry } from '../../../machines/outbox/outbox-types.ts'

/** A parcel with pending changes applied, those changes, and a refused one. */
export type Delivery = { shipping: Shipping; waiting: readonly OutboxEntry[]; refused: OutboxEntry | null }

/** What a queued change keeps of its parcel. */
export const queuedRecord = (shipping: Shipping): OutboxEntry['record'] => {
  const { id, number, customerName: name, totalPrice: amount, country } = shipping
  return { id, number, name, due: { amount, country } }
}

/**
 * A parcel that left the courier's reach with unsent changes, one of them refused. `cash`: what the changes say was collected,
 * null if nothing; the courier still has it.
 */
export type StrayDelivery = {
  record: OutboxEntry['record']
  entries: readonly OutboxEntry[]
  refused: OutboxEntry
  cash: number | null
}

/** Refused changes of parcels that the round no longer has, by parcel. */
export const strayDeliveries = (
  shippings: readonly Shipping[],
  entries: readonly OutboxEntry[],
  country: CountryCode,
): readonly StrayDelivery[] => {
  const own = entries.filter(
    ({ resource, record }) =>
      resource === 'shippings' &&
      (record.due === undefined || record.due.country === country) &&
      !shippings.some(({ id }) => id === record.id),
  )
  return [...new Set(own.map(({ record }) => record.id))].flatMap((id) => {
    const entries = own.filter(({ record }) => record.id === id)
    const refused = entries.find(({ refusal }) => refusal !== null)
    return refused === undefined
      ? []
      : [{ record: refused.record, entries, refused, cash: collectedBy(entries) }]
  })
}

/** Cash that the last delivery among unsent changes reports. */
const collectedBy = (entries: readonly OutboxEntry[]): number | null => {
  const delivery = entries.findLast(({ body }) => body.status === 'DELIVERED')
  if (delivery === undefined) return null
  const { collected } = delivery.body
  return typeof collected === 'number' ? collected : (delivery.record.due?.amount ?? null)
}

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
