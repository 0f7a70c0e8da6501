import type { Actor } from '../../../domain/access/actor.ts'
import type { ChangeReport } from '../../../domain/changes.ts'
import { whyNotDeleteOrder } from '../../../domain/orders/why-not-delete.ts'
import type { Transaction } from '../../db/drizzle.ts'
import type { ParsedTarget } from '../../crud/target.ts'
import { type ChangeOptions, changeTrades } from './change-trades.ts'
import { followOrder } from './follow-order.ts'
import { orderValuesOf } from './trade-step.ts'

const verb = 'order.delete'

/** Deletes orders softly: they leave every list and the search, and an undo brings them back. */
export const deleteOrders = (
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
        const code = whyNotDeleteOrder(actor, order)
        return code === null
          ? { next: followOrder(order, { ...orderValuesOf(order), isDeleted: true }), verb }
          : { code }
      },
    },
    options,
  )
