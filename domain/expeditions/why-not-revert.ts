import type { Code } from '../codes.ts'
import type { AnswerStatus } from '../lib/answer-status.ts'
import { broughtStock } from './policy.ts'

type Brought = { status: AnswerStatus; quantity: number; product: string | null; isDeleted: boolean }

/**
 * Why an expedition cannot be put back from what it is to what it was; null when it can. `available` is what the
 * product that it names then has beyond what is reserved, null where there is no such product in its country.
 */
export const whyNotRevertExpedition = (
  expedition: Brought,
  next: Brought,
  available: number | null,
): Code | null => {
  if (!next.isDeleted && next.product !== null && available === null) return 'PRODUCT_NOT_FOUND'
  const isTakenOut = broughtStock(expedition) > broughtStock(next)
  return isTakenOut && (available ?? 0) < broughtStock(expedition) - broughtStock(next) ? 'STOCK_USED' : null
}
