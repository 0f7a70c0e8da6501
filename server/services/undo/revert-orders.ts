import type { Revert } from './revert.ts'
import { revertTrades } from './revert-trades.ts'

/** Puts orders back to what they were, with stock and shipping; what moved on since, or no longer fits, is refused. */
export const revertOrders: Revert = (...about) => revertTrades('orders', ...about)
