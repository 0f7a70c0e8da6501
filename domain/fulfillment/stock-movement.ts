import type { RecordOf, Shapes } from '../lib/shape.ts'
import type { ShippingStatus } from './shipping-status.ts'

/**
 * Reasons of a stock movement with the usual sign of its pieces; the opposite sign reverts one (undo, withdrawn confirmation).
 * `return`: a delivered parcel that is reopened. An undelivered parcel that comes back undamaged makes no movement: its goods
 * were only reserved.
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

/** Reason of the stock movement for each status whose goods are gone. */
const goneReasons: Partial<Record<ShippingStatus, StockReason>> = {
  DELIVERED: 'delivery',
  LOST: 'loss',
  RETURNED: 'damage',
}

export const goneReason = (status: ShippingStatus | null): StockReason =>
  (status === null ? undefined : goneReasons[status]) ?? 'correction'

/** Reason of the movement that adds goods back. `isUndo`: the step reverts an earlier one. */
export const backReason = (
  status: ShippingStatus | null,
  { verb, isUndo }: { verb: string; isUndo: boolean },
): StockReason => (verb === 'shipping.reopen' && !isUndo ? 'return' : goneReason(status))

/** Whether the movement reverts an earlier one of its reason. */
export const isTakenBack = ({ reason, pieces }: { reason: StockReason; pieces: number }): boolean =>
  stockReasonSigns[reason] * pieces < 0

/**
 * One line of the stock ledger. A product's `quantity` is the sum of its `pieces`. `shipping` or `expedition` caused it;
 * `order` is the shipping's. `actor` is null for the server itself.
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
