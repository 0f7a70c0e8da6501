import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Actor } from '../../../domain/access/actor.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { orders } from '../../db/schema/orders.ts'
import { type Batch, changeStatements } from '../../modules/change-log/record-changes.ts'
import { updateRows } from '../../crud/update-rows.ts'
import { announceTrades } from './announce-trades.ts'
import { moveTradeStock } from './move-trade-stock.ts'
import { entriesToMake, namesToMake, refreshTradeEntries } from './refresh-trade-entries.ts'
import { historyLines, type RevisedTrade, reviseTrades } from './revise-trades.ts'
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
  const trades = reviseTrades(steps)
  const country = countryOf(trades)
  await moveTradeStock(tx, batch, trades)
  const names = await namesToMake(tx, trades)
  const [{ entered, history }] = await Promise.all([
    meanwhile(() => ({
      entered: entriesToMake(trades, names),
      history: changeStatements(actor, batch, trades.flatMap(historyLines), country),
    })),
    writeOrders(tx, batch, trades),
  ])
  const made = await writeShippings(tx, batch, trades)
  await refreshTradeEntries(tx, trades, made, entered)
  for (const statement of history) await tx.execute(statement)
  await announceTrades(tx, actor, batch, trades, country)
}

/** Makes what is sent next while the database is at work on what was sent: the two are two processors' work. */
const meanwhile = async <Made>(make: () => Made): Promise<Made> => {
  await nextTurn()
  return make()
}

/** The country of all; null where they are of several. */
const countryOf = (trades: readonly RevisedTrade[]): string | null => {
  const [first] = trades
  const isOne = trades.every(({ order }) => order.country === first?.order.country)
  return isOne && first !== undefined ? first.order.country : null
}

/**
 * Writes the columns that change in any of them. An order whose shipping alone changed hands keeps its version: that
 * guards what people edit on it.
 */
const writeOrders = (tx: Transaction, batch: Batch, trades: readonly RevisedTrade[]): Promise<void> => {
  const touched = trades.filter(touchesOrder)
  const changed = orderValueNames.filter((name) =>
    touched.some(({ order, next }) => order[name] !== next.order[name]),
  )
  return updateRows(
    tx,
    orders,
    [...changed, 'delivery', 'version', 'updatedAt', 'deletedAt'],
    touched.map(({ order, next, orderRevision }) => ({
      ...next.order,
      id: order.id,
      callbackAt: next.order.callbackAt === null ? null : new Date(next.order.callbackAt),
      delivery: mirroredDelivery(next.shipping),
      version: order.version + (orderRevision === null ? 0 : 1),
      updatedAt: orderRevision === null ? order.updatedAt : batch.at,
      deletedAt: next.order.isDeleted ? batch.at : null,
    })),
  )
}

const touchesOrder = ({ order, next, orderRevision }: RevisedTrade): boolean =>
  orderRevision !== null || mirroredDelivery(next.shipping) !== order.delivery
