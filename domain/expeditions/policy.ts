import type { Actor } from '../access/actor.ts'
import type { Scoped } from '../access/scope.ts'
import { whyNot } from '../access/why-not.ts'
import type { Code } from '../core/codes.ts'
import { type AnswerStatus, answerStep } from '../lib/answer-status.ts'

type ExpeditionGoods = { product: string | null; quantity: number }

/** Why this actor may not change what the expedition brings: once confirmed, its goods are in stock. */
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

/** Why this actor may not delete that expedition: what a confirmed one brought is taken out of stock first. */
export const whyNotDeleteExpedition = (
  actor: Actor,
  expedition: Scoped & { status: AnswerStatus },
): Code | null =>
  whyNot(actor, 'expedition.delete', expedition) ??
  (expedition.status === 'CONFIRMED' ? 'EXPEDITION_IS_CONFIRMED' : null)

export type ExpeditionVerb = 'expedition.confirm' | 'expedition.unconfirm' | 'expedition.mark'

/** `available` is what the product that it names has in stock beyond what is reserved; null where it names none. */
export type MovableExpedition = Scoped & {
  status: AnswerStatus
  quantity: number
  available: number | null
}

/** The verb that moves an expedition from one answer to another; null if it already has that answer. */
export const expeditionVerb = (from: AnswerStatus, to: AnswerStatus): ExpeditionVerb | null => {
  const step = answerStep(from, to)
  return step === null ? null : `expedition.${step}`
}

/** Why this actor may not give the expedition that answer. What it brought into stock and was used does not come out. */
export const whyNotMoveExpedition = (
  actor: Actor,
  expedition: MovableExpedition,
  to: AnswerStatus,
): Code | null => {
  const verb = expeditionVerb(expedition.status, to)
  const forbidden = whyNot(actor, verb ?? 'expedition.mark', expedition)
  if (forbidden !== null) return forbidden
  if (verb === null) return 'ALREADY_THERE'
  const isShort = expedition.available !== null && expedition.available < expedition.quantity
  if (verb === 'expedition.unconfirm' && isShort) return 'STOCK_USED'
  return verb === 'expedition.confirm' && hasNoRoom(expedition) ? 'TOO_LARGE' : null
}

/** No store has as many pieces of one product; twice as many still are an integer of the database. */
const MAX_STOCK = 1_000_000_000

const hasNoRoom = ({ available, quantity }: { available: number | null; quantity: number }): boolean =>
  available !== null && available + quantity > MAX_STOCK

/** How many pieces an expedition has brought into its product's stock: all of them while it is confirmed. */
export const broughtStock = (expedition: {
  status: AnswerStatus
  quantity: number
  product: string | null
  isDeleted?: boolean
}): number =>
  expedition.status === 'CONFIRMED' && expedition.product !== null && !expedition.isDeleted
    ? expedition.quantity
    : 0

type ExpeditionState = { status: AnswerStatus; quantity: number; product: string | null; isDeleted: boolean }

/**
 * Why an expedition cannot be put back from what it is to what it was; null when it can. `available` is what the
 * product that it names then has beyond what is reserved, null where there is no such product in its country.
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
