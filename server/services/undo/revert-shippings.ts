import type { Revert } from './revert.ts'
import { revertTrades } from './revert-trades.ts'

/** Puts parcels back to what they were, with stock, cash and order; a billed one stays. */
export const revertShippings: Revert = (...about) => revertTrades('shippings', ...about)
