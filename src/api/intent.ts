import { uuidV7 } from './uuid-v7.ts'

/**
 * One thing that a person wanted done, as an `Idempotency-Key`: made when they ask for it, kept for every retry, so
 * that a write whose answer got lost is not done twice.
 */
export const newIntent = (): string => uuidV7()
