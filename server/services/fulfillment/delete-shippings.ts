import type { Actor } from '../../../domain/access/actor.ts'
import type { ChangeReport } from '../../../domain/changes.ts'
import { whyNotDeleteShipping } from '../../../domain/shippings/why-not-edit.ts'
import type { Transaction } from '../../db/drizzle.ts'
import type { ParsedTarget } from '../../crud/target.ts'
import { type ChangeOptions, changeTrades } from './change-trades.ts'
import { orderValuesOf, shippingOf, shippingValuesOf } from './trade-step.ts'

const verb = 'shipping.delete'

/** Deletes cancelled parcels softly. The row waits: an order that is confirmed again has the same one. */
export const deleteShippings = (
  tx: Transaction,
  actor: Actor,
  target: ParsedTarget,
  options: ChangeOptions,
): Promise<ChangeReport> =>
  changeTrades(
    tx,
    actor,
    target,
    {
      verb,
      movesStock: () => false,
      hidesRecords: true,
      decide: (order) => {
        const shipping = shippingOf(order)
        const { country, status: orderStatus } = order
        const code = whyNotDeleteShipping(actor, { ...shipping, country, orderStatus })
        const next = {
          order: orderValuesOf(order),
          shipping: { ...shippingValuesOf(shipping), isDeleted: true },
        }
        return code === null ? { next, verb } : { code }
      },
    },
    options,
  )
