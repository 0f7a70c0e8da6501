import type { Code } from '../codes.ts'
import { type Trade, takenStock } from './held-stock.ts'
import { isOut } from './why-not-move.ts'

/** An order and its parcel, as an undo compares what they are with what they were. */
export type RevertedTrade = Trade & { product: string; price: number; isDeleted: boolean }

/**
 * Why an undo may not put an order and its parcel back to what they were. `available` is what the product that they go
 * back to has left, null when that product is gone; `isBilled` that an invoice has the parcel.
 */
export const whyNotRevertTrade = (
  trade: RevertedTrade & { isBilled: boolean },
  back: RevertedTrade,
  available: number | null,
): Code | null => {
  if (trade.isBilled && back.shippingStatus !== trade.shippingStatus) return 'ALREADY_INVOICED'
  if (isRecalled(trade, back) && isOut(trade.shippingStatus)) return 'SHIPPING_IS_OUT'
  if (back.isDeleted) return null
  if (available === null) return 'PRODUCT_NOT_FOUND'
  return available < takenStock(back) - takenStock(trade) ? 'OUT_OF_STOCK' : null
}

/** Whether a confirmed order would lose its parcel, or its parcel get other contents or another price. */
const isRecalled = (trade: RevertedTrade, back: RevertedTrade): boolean =>
  trade.status === 'CONFIRMED' &&
  (back.status !== 'CONFIRMED' ||
    back.isDeleted !== trade.isDeleted ||
    back.quantity !== trade.quantity ||
    back.price !== trade.price)
