import type { Actor } from '../../../domain/access/actor.ts'
import type { ChangeReport } from '../../../domain/changes.ts'
import { whyNotAssignShipping } from '../../../domain/shippings/why-not-move.ts'
import type { Transaction } from '../../db/drizzle.ts'
import type { ParsedTarget } from '../../crud/target.ts'
import { type ChangeOptions, changeTrades } from './change-trades.ts'
import { findDeliveryGuys } from './find-delivery-guys.ts'
import {
  type HeldShipping,
  orderValuesOf,
  type ShippingValues,
  shippingOf,
  shippingValuesOf,
} from './trade-step.ts'

/** Gives parcels to a delivery guy of their country; null takes them back from whoever had them. */
export const assignShippings = async (
  tx: Transaction,
  actor: Actor,
  target: ParsedTarget,
  { delivery }: { delivery: string | null },
  options: ChangeOptions,
): Promise<ChangeReport> => {
  const deliveryGuys = await findDeliveryGuys(tx, [delivery])
  const verb = delivery === null ? 'shipping.unassign' : 'shipping.assign'
  return changeTrades(
    tx,
    actor,
    target,
    {
      verb,
      movesStock: () => false,
      decide: (order) => {
        const shipping = shippingOf(order)
        const code = whyNotAssignShipping(actor, { ...shipping, country: order.country }, delivery)
        if (code !== null) return { code }
        if (delivery !== null && deliveryGuys.get(delivery) !== order.country) {
          return { code: 'DELIVERY_GUY_NOT_FOUND' }
        }
        return { next: { order: orderValuesOf(order), shipping: assigned(shipping, delivery) }, verb }
      },
    },
    options,
  )
}

/** One that waits becomes assigned, one that is taken back waits again; one that has been out stays where it stands. */
const assigned = (shipping: HeldShipping, delivery: string | null): ShippingValues => {
  const values = { ...shippingValuesOf(shipping), delivery }
  if (delivery === null) return { ...values, status: 'PENDING' }
  return { ...values, status: shipping.status === 'PENDING' ? 'ASSIGNED' : shipping.status }
}
