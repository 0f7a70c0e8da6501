import type { Code } from '../codes.ts'
import { heldStock } from './held-stock.ts'
import type { OrderStatus } from './order-status.ts'
import type { MovableOrder } from './why-not-move.ts'
import { isOut } from './why-not-move.ts'

type Held = { status: OrderStatus; quantity: number; product: string; isDeleted: boolean }

/**
 * Why an undo may not put the order back to what it was. `available` is what the product that it goes back to has
 * left, null when that product is gone.
 */
export const whyNotRevertOrder = (
  order: Held & Pick<MovableOrder, 'shippingStatus'>,
  back: Held,
  available: number | null,
): Code | null => {
  const [before, after] = [heldStock(order), heldStock(back)]
  if (before > 0 && before !== after && isOut(order.shippingStatus)) return 'SHIPPING_IS_OUT'
  if (back.isDeleted) return null
  if (available === null) return 'PRODUCT_NOT_FOUND'
  return available < after - before ? 'OUT_OF_STOCK' : null
}
