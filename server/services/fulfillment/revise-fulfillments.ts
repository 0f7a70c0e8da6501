import { newIds } from '../../core/new-ids.ts'
import { type ChangeLine, differences } from '../../crud/record-changes.ts'
import {
  type FulfillmentStep,
  type HeldOrder,
  leadOf,
  type OrderValues,
  orderValuesOf,
  type ShippingValues,
  shippingValuesOf,
} from './fulfillment-step.ts'

/** What a record's own history says of a step: the fields that changed. `before` is null where it was made. */
type Revision = Pick<ChangeLine, 'before' | 'after'>

/**
 * A step with what it is to each of the two records; null where one stays at its version. `shippingId` is also that of
 * the shipping that is to be made.
 */
export type RevisedFulfillment = FulfillmentStep & {
  shippingId: string | null
  orderRevision: Revision | null
  shippingRevision: Revision | null
}

/** A record that the verb is about is always revised, the other where its values change. */
export const reviseFulfillments = (steps: readonly FulfillmentStep[]): RevisedFulfillment[] => {
  const isMade = ({ order, next }: FulfillmentStep): boolean =>
    order.shipping === null && next.shipping !== null
  const ids = newIds(steps.filter(isMade).length).values()
  return steps.map((step) => {
    const madeId = isMade(step) ? (ids.next().value ?? null) : null
    return reviseFulfillment(step, step.order.shipping?.id ?? madeId)
  })
}

const reviseFulfillment = (step: FulfillmentStep, shippingId: string | null): RevisedFulfillment => {
  const { order, next, verb } = step
  const orderRevision = differences(orderValuesOf(order), next.order)
  const shippingRevision = next.shipping === null ? null : reviseShipping(order, next.order, next.shipping)
  const isOrderLed = leadOf(verb) === 'orders'
  return {
    ...step,
    shippingId,
    orderRevision: isOrderLed ? (orderRevision ?? unchanged) : orderRevision,
    shippingRevision: isOrderLed ? shippingRevision : (shippingRevision ?? unchanged),
  }
}

const unchanged: Revision = { before: {}, after: {} }

const reviseShipping = (order: HeldOrder, next: OrderValues, shipping: ShippingValues): Revision | null => {
  if (order.shipping === null) {
    return { before: null, after: { order: order.id, status: shipping.status, delivery: shipping.delivery } }
  }
  const before = shippingValuesOf(order.shipping)
  // Where a parcel goes to is its order's to say and is set right on either: an edit of one makes those of both stale.
  return before.isDeleted || shipping.isDeleted
    ? differences(before, shipping)
    : differences({ ...before, ...addressOf(order) }, { ...shipping, ...addressOf(next) })
}

const addressOf = ({ customerName, customerPhone, customerAddress }: OrderValues) => ({
  customerName,
  customerPhone,
  customerAddress,
})

/** The lines of a step: the record that the verb is about first, then the one that followed. */
export const historyLines = (fulfillment: RevisedFulfillment): ChangeLine[] => {
  const { order, verb, undoes, orderRevision, shippingRevision } = fulfillment
  const ofOrder: ChangeLine[] =
    orderRevision === null
      ? []
      : [
          {
            verb,
            resource: 'orders',
            recordId: order.id,
            version: order.version + 1,
            ...orderRevision,
            undoes: undoes?.orders,
          },
        ]
  const ofShipping: ChangeLine[] =
    shippingRevision === null
      ? []
      : [
          {
            verb,
            resource: 'shippings',
            recordId: fulfillment.shippingId!,
            version: (order.shipping?.version ?? 0) + 1,
            ...shippingRevision,
            undoes: undoes?.shippings,
          },
        ]
  return leadOf(verb) === 'orders' ? [...ofOrder, ...ofShipping] : [...ofShipping, ...ofOrder]
}
