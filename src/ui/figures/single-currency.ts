import { createContext } from 'react'

/** The currency that the heading of a list names once for all amounts under it; null where every amount names its own. */
export const SingleCurrency = createContext<string | null>(null)
