import type { Actor } from '../access/actor.ts'
import { type Scoped, whyNot } from '../access/why-not.ts'
import type { Code } from '../core/codes.ts'
import { type AnswerStatus, answerVerb } from '../lib/answer-status.ts'

type ExpeditionGoods = { product: string | null; quantity: number }

/** Code why the actor may not edit the expedition's goods, or null: once confirmed, they are in stock. */
export const whyNotEditExpedition = (
  actor: Actor,
  expedition: Scoped & ExpeditionGoods & { status: AnswerStatus },
  next: ExpeditionGoods,
): Code | null => {
  const forbidden = whyNot(actor, 'expedition.update', expedition)
  if (forbidden !== null || expedition.status !== 'CONFIRMED') return forbidden
  const isMoved = next.product !== expedition.product || next.quantity !== expedition.quantity
  return isMoved ? 'EXPEDITION_IS_CONFIRMED' : null
}

/**
 * Code why the actor may not delete the expedition, or null: a confirmed one must be unconfirmed first, to take its goods out
 * of stock.
 */
export const whyNotDeleteExpedition = (
  actor: Actor,
  expedition: Scoped & { status: AnswerStatus },
): Code | null =>
  whyNot(actor, 'expedition.delete', expedition) ??
  (expedition.status === 'CONFIRMED' ? 'EXPEDITION_IS_CONFIRMED' : null)

/** `available`: stock of its product less what is reserved; null if it names no product. */
export type MovableExpedition = Scoped & {
  status: AnswerStatus
  quantity: number
  available: number | null
}

/**
 * Code why the actor may not give the expedition that answer, or null. Pieces that are used up cannot be taken out of stock
 * again.
 */
export const whyNotMoveExpedition = (
  actor: Actor,
  expedition: MovableExpedition,
  to: AnswerStatus,
): Code | null => {
  const { status, quantity, available } = expedition
  const verb = answerVerb('expedition', status, to)
  const forbidden = whyNot(actor, verb ?? 'expedition.mark', expedition)
  if (forbidden !== null) return forbidden
  if (verb === null) return 'ALREADY_THERE'
  if (available === null) return null
  if (verb === 'expedition.unconfirm' && available < quantity) return 'STOCK_USED'
  return verb === 'expedition.confirm' && available + quantity > MAX_STOCK ? 'TOO_LARGE' : null
}

/** Upper bound of a product's stock; twice as many still fit the database's integer. */
const MAX_STOCK = 1_000_000_000

/** How many pieces an expedition has added to its product's stock: all while confirmed, else 0. */
export const broughtStock = ({ status, quantity, product, isDeleted }: Stocked): number =>
  status === 'CONFIRMED' && product !== null && !isDeleted ? quantity : 0

type Stocked = ExpeditionGoods & { status: AnswerStatus; isDeleted?: boolean }
type ExpeditionState = Stocked & { isDeleted: boolean }

/**
 * Code why an expedition cannot be reverted to an earlier state, or null. `available`: stock less reserved of the product it
 * then names, null if that product does not exist in its country.
 */
export const whyNotRevertExpedition = (
  expedition: ExpeditionState,
  next: ExpeditionState,
  available: number | null,
): Code | null => {
  if (!next.isDeleted && next.product !== null && available === null) return 'PRODUCT_NOT_FOUND'
  const isTakenOut = broughtStock(expedition) > broughtStock(next)
  return isTakenOut && (available ?? 0) < broughtStock(expedition) - broughtStock(next) ? 'STOCK_USED' : null
}
