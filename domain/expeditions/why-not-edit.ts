import type { Actor } from '../access/actor.ts'
import type { Scoped } from '../access/scope.ts'
import { whyNot } from '../access/why-not.ts'
import type { Code } from '../codes.ts'
import type { AnswerStatus } from '../lib/answer-status.ts'

type Brought = { product: string | null; quantity: number }

/** Why this actor may not change what the expedition brings: once confirmed, its goods stand in stock. */
export const whyNotEditExpedition = (
  actor: Actor,
  expedition: Scoped & Brought & { status: AnswerStatus },
  next: Brought,
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
