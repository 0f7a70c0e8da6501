import { inject } from 'vitest'
import { isFull } from '../is-full.ts'

const FULL_COUNT = 10_000
const wanted = Number(process.env.PROPERTY_CALLS ?? (isFull ? FULL_COUNT : FULL_COUNT / 10))

/** The first seed: the same at every run, another one where `PROPERTY_SEED` says so. */
export const firstSeed = Number(process.env.PROPERTY_SEED ?? 1)

/**
 * How many calls the random tests make: 10,000 in a full run, a tenth in `npm test`, or as many as `PROPERTY_CALLS` says. The rules are the same on
 * every server, so the older one and the one behind a pool get a tenth.
 */
export const playCounts = (): { alone: number; atOnce: number } => {
  const all = inject('cluster').kind === 'embedded' ? wanted : wanted / 10
  return { alone: Math.ceil(all * 0.4), atOnce: Math.ceil(all * 0.6) }
}

/** Whether this many sequential calls are enough to cover every verb and refusal. */
export const isWhole = (alone: number): boolean => alone >= FULL_COUNT * 0.4

/** One seed after the other while more is to be played. */
export const seeds = function* (isWanted: () => boolean): Generator<number> {
  for (let seed = firstSeed; isWanted(); seed++) yield seed
}
