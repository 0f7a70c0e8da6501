import type { RecordOf, Shapes } from '../lib/shape.ts'
import type { ShippingStatus } from './shipping-status.ts'

/**
 * Reasons of a stock movement, with the usual sign of its pieces: a line of the other sign takes one back (an undo, a
 * confirmation withdrawn). A `return` is a delivered parcel that is reopened. A sound parcel that comes back undelivered
 * makes no line: its goods never left the stock, they were reserved.
 */
export const stockReasonSigns = {
  opening: 1,
  expedition: 1,
  delivery: -1,
  loss: -1,
  return: 1,
  damage: -1,
  correction: 0,
} as const satisfies Record<string, 1 | -1 | 0>

export type StockReason = keyof typeof stockReasonSigns
export const stockReasons = Object.keys(stockReasonSigns) as StockReason[]

/** Why the goods of a parcel at this status are gone from the stock, where they are. */
const goneReasons: Partial<Record<ShippingStatus, StockReason>> = {
  DELIVERED: 'delivery',
  LOST: 'loss',
  RETURNED: 'damage',
}

export const goneReason = (status: ShippingStatus | null): StockReason =>
  (status === null ? undefined : goneReasons[status]) ?? 'correction'

/** The reason of a movement that brings gone goods back. `isUndo`: the step takes an earlier one back. */
export const backReason = (
  status: ShippingStatus | null,
  { verb, isUndo }: { verb: string; isUndo: boolean },
): StockReason => (verb === 'shipping.reopen' && !isUndo ? 'return' : goneReason(status))

/** Whether a movement takes an earlier one of its kind back. */
export const isTakenBack = ({ reason, pieces }: { reason: StockReason; pieces: number }): boolean =>
  stockReasonSigns[reason] * pieces < 0

/**
 * A line of the stock ledger. The sum of a product's `pieces` is its `quantity`. `shipping` or `expedition` moved the
 * goods, `order` is the shipping's; `actor` is null where the server did it by itself.
 */
export const stockMovementShapes = {
  id: { kind: 'id' },
  at: { kind: 'instant' },
  product: { kind: 'id' },
  pieces: { kind: 'integer' },
  reason: { kind: 'choice', values: stockReasons },
  shipping: { kind: 'id', nullable: true },
  shippingNumber: { kind: 'integer', nullable: true },
  order: { kind: 'id', nullable: true },
  orderNumber: { kind: 'integer', nullable: true },
  expedition: { kind: 'id', nullable: true },
  expeditionNumber: { kind: 'integer', nullable: true },
  actor: { kind: 'id', nullable: true },
  actorName: { kind: 'text', nullable: true },
  batchId: { kind: 'id', nullable: true },
  note: { kind: 'text', nullable: true },
} as const satisfies Shapes

export type StockMovement = RecordOf<typeof stockMovementShapes>
