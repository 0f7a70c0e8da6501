import type { Actor } from '../../domain/access/actor.ts'
import type { Transaction } from '../database/drizzle.ts'
import { orders } from '../database/schema/orders.ts'
import { type Batch, recordChanges } from '../resources/changes/record-changes.ts'
import { updateRows } from '../resources/engine/update-rows.ts'
import { announceTrades } from './announce-trades.ts'
import { moveTradeStock } from './move-trade-stock.ts'
import { refreshTradeEntries } from './refresh-trade-entries.ts'
import { historyLines, type RevisedTrade, reviseTrade } from './revise-trades.ts'
import { mirroredDelivery, orderValueNames, type TradeStep } from './trade-step.ts'
import { writeShippings } from './write-shippings.ts'

/**
 * Writes decided changes of orders and their shippings that are held (`holdOrders`, `holdStock`), with all that hangs
 * on them: stock, search entries, history and the events. Every change of either goes through here, undone ones too, so
 * that stock is always what the tables of `domain` say of the orders and parcels that stand.
 */
export const applyTradeSteps = async (
  tx: Transaction,
  actor: Actor,
  batch: Batch,
  steps: readonly TradeStep[],
): Promise<void> => {
  if (steps.length === 0) return
  const trades = steps.map(reviseTrade)
  await moveTradeStock(tx, batch, trades)
  await writeOrders(tx, batch, trades)
  await writeShippings(tx, batch, trades)
  await refreshTradeEntries(tx, trades)
  await recordChanges(tx, actor, batch, trades.flatMap(historyLines))
  await announceTrades(tx, actor, batch, trades)
}

/** An order whose shipping alone changed hands keeps its version: that guards what people edit on it. */
const writeOrders = (tx: Transaction, batch: Batch, trades: readonly RevisedTrade[]): Promise<void> =>
  updateRows(
    tx,
    orders,
    [...orderValueNames, 'delivery', 'version', 'updatedAt', 'deletedAt'],
    trades.filter(touchesOrder).map(({ order, next, orderRevision }) => ({
      ...next.order,
      id: order.id,
      callbackAt: next.order.callbackAt === null ? null : new Date(next.order.callbackAt),
      delivery: mirroredDelivery(next.shipping),
      version: order.version + (orderRevision === null ? 0 : 1),
      updatedAt: orderRevision === null ? order.updatedAt : batch.at,
      deletedAt: next.order.isDeleted ? batch.at : null,
    })),
  )

const touchesOrder = ({ order, next, orderRevision }: RevisedTrade): boolean =>
  orderRevision !== null || mirroredDelivery(next.shipping) !== order.delivery
