import type { Actor } from '../access/actor.ts'
import { type Code, codes, type FieldProblem } from '../core/codes.ts'
import type { OrderStatus } from '../fulfillment/order-status.ts'
import type { ShippingStatus } from '../fulfillment/shipping-status.ts'
import type { RecordOf, Shapes } from '../lib/shape.ts'
import type { OrderInput } from '../orders/order.ts'
import type { IntakeNote } from './intake-notes.ts'
import type { UnmappedItem } from './product-mapping.ts'
import type { ShopOrder } from './shop-order.ts'
import type { IntakeContext, PlannedOrder, ShopContact } from './shop-to-orders.ts'
import type { IntakeVerdict } from './verdicts.ts'

/** An order that a shop's order has made, as it is now. `line` and `part` are those of its `PlannedOrder`. */
export type IntakeOrder = ShopContact & {
  id: string
  line: string
  part: number
  status: OrderStatus
  shippingStatus: ShippingStatus | null
  isDeleted: boolean
  country: string
  owner: string
  quantity: number
  price: number
  mergedWith?: readonly MergedWith[]
}

/** An order whose pieces are in one order with those of another one, still to be delivered. `isCorrected`: people changed its pieces since. */
export type MergedWith = { order: string; isCorrected: boolean }

/**
 * What is stored of a shop's order. `said`: what the shop said last. `applied`: what it had said before, if a change since then was
 * only shown; else null. `orders`: those that it has made, with cancelled and deleted ones;
 * none if the creation of all of them was undone (`isTakenBack`).
 */
export type KnownShopOrder = {
  said: ShopOrder | null
  applied: ShopOrder | null
  orders: readonly IntakeOrder[]
  isTakenBack?: boolean
}

/** The same while an event is decided, with `applied` filled in. */
export type ShopState = { said: ShopOrder | null; applied: ShopOrder | null; made: readonly IntakeOrder[] }

/**
 * `actor`: whose rights decide whether an order may be cancelled. `isReplay`: somebody asked for the event again, so that what was
 * only shown is tried once more.
 */
export type DecisionContext = IntakeContext & { actor: Actor; isReplay?: boolean }

export const differingFields = [
  'customerName',
  'customerPhone',
  'customerAddress',
  'city',
  'comment',
  'quantity',
  'price',
  'status',
  'line',
] as const

/** What the shop says otherwise than we have it, and why it is not applied. `order` is null for an order that is not there. */
export const differenceShapes = {
  order: { kind: 'id', nullable: true },
  field: {
    kind: 'choice',
    values: differingFields,
  },
  ours: { kind: 'cell', nullable: true },
  shop: { kind: 'cell', nullable: true },
  code: { kind: 'choice', values: codes },
} as const satisfies Shapes
export type Difference = RecordOf<typeof differenceShapes>

export type OrderUpdate = { order: string; fields: Partial<Omit<OrderInput, 'country' | 'product'>> }

/**
 * What an event does. `code`: the reason of the verdict, or why a part of it waits. `said` and `applied`: to be stored in
 * `KnownShopOrder`, both unless `said` is null.
 */
export type IntakeDecision = {
  verdict: IntakeVerdict
  code: Code | null
  errors: FieldProblem[]
  basket: string | null
  create: PlannedOrder[]
  update: OrderUpdate[]
  cancel: string[]
  differences: Difference[]
  unmapped: UnmappedItem[]
  notes: IntakeNote[]
  said: ShopOrder | null
  applied: ShopOrder | null
}

/** Whether an order is neither cancelled nor deleted. */
export const isLive = ({ isDeleted, status }: IntakeOrder): boolean => !isDeleted && status !== 'CANCELLED'
