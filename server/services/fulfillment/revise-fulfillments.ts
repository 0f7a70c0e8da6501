import { pickNames } from '../../../domain/lib/shape.ts'
import { shippings } from '../../../domain/shippings/shipping.ts'
import { newIds } from '../../core/new-ids.ts'
import { type ChangeLine, differences } from '../../crud/record-changes.ts'
import {
  type FulfillmentStep,
  type HeldOrder,
  leadOf,
  type OrderValues,
  orderValueNames,
  orderValuesOf,
  type ShippingValues,
  shippingValueNames,
  shippingValuesOf,
} from './fulfillment-step.ts'

/** Changed fields of one record; `before` is null for a creation. */
type Revision = Pick<ChangeLine, 'before' | 'after'>

/** A step with its revisions of both records; null if unchanged. `shippingId`: also of a shipping to be created. */
export type RevisedFulfillment = FulfillmentStep & {
  shippingId: string | null
  orderRevision: Revision | null
  shippingRevision: Revision | null
}

/** The record of the verb is always revised, the other only if its values change. */
export const reviseFulfillments = (steps: readonly FulfillmentStep[]): RevisedFulfillment[] => {
  const ids = newIds(steps.filter(isMade).length).values()
  return steps.map((step) => {
    const madeId = isMade(step) ? (ids.next().value ?? null) : null
    return reviseFulfillment(step, step.order.shipping?.id ?? madeId)
  })
}

/** Whether the step creates a shipping. */
export const isMade = ({ order, next }: FulfillmentStep): boolean =>
  order.shipping === null && next.shipping !== null

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
  // The address is the order's but editable on both: an edit makes both stale.
  return before.isDeleted || shipping.isDeleted
    ? differences(before, shipping)
    : differences(
        { ...before, ...pickNames(order, addressNames) },
        { ...shipping, ...pickNames(next, addressNames) },
      )
}

/** Fields of the order that an update of the shipping takes. */
const addressNames = orderValueNames.filter(
  (name) => name in shippings.updateFields && !shippingValueNames.some((own) => own === name),
)

/** History lines of a step: leading record first. */
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
