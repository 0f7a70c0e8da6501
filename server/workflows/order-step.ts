import type { Code } from '../../domain/codes.ts'
import type { orders, shippings } from '../database/schema/orders.ts'

type OrderRow = typeof orders.$inferSelect

/** The columns of an order that a change can write; what history keeps of it, under the same names. */
export const orderValueNames = [
  'owner',
  'product',
  'customerName',
  'customerPhone',
  'customerAddress',
  'quantity',
  'price',
  'totalPrice',
  'sourceLink',
  'sourceName',
  'externalRef',
  'status',
  'comment',
  'delivery',
  'attempts',
] as const satisfies readonly (keyof OrderRow)[]

export type OrderValues = Pick<OrderRow, (typeof orderValueNames)[number]> & { isDeleted: boolean }

export type ShippingRow = typeof shippings.$inferSelect

/** An order as it stood when its change was decided, locked until the transaction ends. */
export type HeldOrder = OrderValues &
  Pick<OrderRow, 'id' | 'number' | 'version' | 'country' | 'createdAt'> & { shipping: ShippingRow | null }

/** One order's change, decided and not yet written. `undoes` is the history line that it takes back. */
export type OrderStep = { order: HeldOrder; next: OrderValues; verb: string; undoes?: string }

/** What is decided for one order: its values to be, or why it stays as it is. */
export type OrderDecision = { next: OrderValues } | { code: Code }

export const valuesOf = (order: OrderValues): OrderValues => ({
  ...(Object.fromEntries(orderValueNames.map((name) => [name, order[name]])) as Omit<
    OrderValues,
    'isDeleted'
  >),
  isDeleted: order.isDeleted,
})
