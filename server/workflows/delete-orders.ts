import type { Actor } from '../../domain/access/actor.ts'
import type { ChangeReport } from '../../domain/changes.ts'
import { whyNotDeleteOrder } from '../../domain/orders/why-not-delete.ts'
import type { Transaction } from '../database/drizzle.ts'
import type { ParsedTarget } from '../resources/engine/target.ts'
import { type ChangeOptions, changeOrders } from './change-orders.ts'
import { valuesOf } from './order-step.ts'

/** Deletes orders softly: they leave every list and the search, and an undo brings them back. */
export const deleteOrders = (
  tx: Transaction,
  actor: Actor,
  target: ParsedTarget,
  options: ChangeOptions,
): Promise<ChangeReport> =>
  changeOrders(
    tx,
    actor,
    target,
    {
      verb: 'order.delete',
      productsOf: () => [],
      decide: (order) => {
        const code = whyNotDeleteOrder(actor, order)
        return code === null ? { next: { ...valuesOf(order), isDeleted: true } } : { code }
      },
    },
    options,
  )
