import { inject } from 'vitest'
import { isFull } from '../is-full.ts'

const FULL_COUNT = 10_000
const wanted = Number(process.env.PROPERTY_CALLS ?? (isFull ? FULL_COUNT : FULL_COUNT / 10))

/** First seed: fixed, or `PROPERTY_SEED`. */
export const firstSeed = Number(process.env.PROPERTY_SEED ?? 1)

/**
 * Number of random calls: 10,000 in a full run, a tenth in `npm test`, or `PROPERTY_CALLS`. A tenth on the older server and
 * behind PgBouncer, where rules are the same.
 */
export const playCounts = (): { alone: number; atOnce: number } => {
  const all = inject('cluster').kind === 'embedded' ? wanted : wanted / 10
  return { alone: Math.ceil(all * 0.4), atOnce: Math.ceil(all * 0.6) }
}

/** Whether this many sequential calls are enough to cover every verb and refusal. */
export const isWhole = (alone: number): boolean => alone >= FULL_COUNT * 0.4

/** Successive seeds while `isWanted`. */
export const seeds = function* (isWanted: () => boolean): Generator<number> {
  for (let seed = firstSeed; isWanted(); seed++) yield seed
}
