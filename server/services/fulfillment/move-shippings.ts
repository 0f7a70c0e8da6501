import type { Actor } from '../../../domain/access/actor.ts'
import type { ChangeReport } from '../../../domain/changes.ts'
import type { ShippingMoveInput } from '../../../domain/shippings/shipping.ts'
import { type ShippingVerb, shippingStock, shippingVerbs } from '../../../domain/shippings/shipping-status.ts'
import { shippingVerb, whyNotMoveShipping } from '../../../domain/shippings/why-not-move.ts'
import type { Transaction } from '../../db/drizzle.ts'
import type { ParsedTarget } from '../../crud/target.ts'
import { type ChangeOptions, changeTrades } from './change-trades.ts'
import { followOrder } from './follow-order.ts'
import {
  type HeldOrder,
  type HeldShipping,
  orderValuesOf,
  type ShippingValues,
  shippingOf,
  shippingValuesOf,
  type TradeValues,
} from './trade-step.ts'

/** Moves parcels to another status, with their stock, their cash, and where they are cancelled their orders. */
export const moveShippings = (
  tx: Transaction,
  actor: Actor,
  target: ParsedTarget,
  move: ShippingMoveInput,
  options: ChangeOptions,
): Promise<ChangeReport> => {
  const at = options.batch.at.toISOString()
  return changeTrades(
    tx,
    actor,
    target,
    {
      verb: shippingVerbs[move.status],
      movesStock: (order) => shippingStock[shippingOf(order).status] !== shippingStock[move.status],
      decide: (order) => {
        const shipping = shippingOf(order)
        const code = whyNotMoveShipping(actor, { ...shipping, country: order.country }, move)
        if (code !== null) return { code }
        const verb = shippingVerb(shipping.status, move.status)
        return { next: movedTrade(order, shipping, { ...move, verb, at }), verb }
      },
    },
    options,
  )
}

type Move = ShippingMoveInput & { verb: ShippingVerb; at: string }

/** A parcel that will not go out takes its order's confirmation with it. */
const movedTrade = (order: HeldOrder, shipping: HeldShipping, move: Move): TradeValues => {
  const next = {
    ...shippingValuesOf(shipping),
    ...said(shipping, move),
    ...moved[move.verb]({ order, shipping, move }),
  }
  if (move.verb !== 'shipping.cancel') return { order: orderValuesOf(order), shipping: next }
  return { ...followOrder(order, { ...orderValuesOf(order), status: 'CANCELLED' }), shipping: next }
}

/** What every move writes: a day, cash and the instants of an end belong to the status that they came with. */
const said = (shipping: HeldShipping, move: Move): Partial<ShippingValues> => ({
  status: move.status,
  comment: move.comment ?? shipping.comment,
  postponedTo: null,
  collected: null,
  deliveredAt: null,
  settledAt: null,
})

type Moved = (about: { order: HeldOrder; shipping: HeldShipping; move: Move }) => Partial<ShippingValues>

const nothing: Moved = () => ({})

/** What each verb writes beside. `outAt` is when the parcel first went out. */
const moved: Record<ShippingVerb, Moved> = {
  'shipping.assign': nothing,
  'shipping.unassign': () => ({ delivery: null }),
  'shipping.dispatch': ({ shipping, move }) => ({
    attempts: shipping.attempts + 1,
    outAt: shipping.outAt ?? move.at,
  }),
  'shipping.deliver': ({ order, move }) => ({
    collected: move.collected ?? order.totalPrice,
    deliveredAt: move.at,
    settledAt: move.at,
  }),
  'shipping.postpone': ({ move }) => ({ postponedTo: move.postponedTo ?? null }),
  'shipping.not-reachable': nothing,
  'shipping.refuse': nothing,
  'shipping.return': ({ move }) => ({ settledAt: move.at }),
  'shipping.lose': nothing,
  'shipping.cancel': nothing,
  'shipping.reopen': nothing,
}
