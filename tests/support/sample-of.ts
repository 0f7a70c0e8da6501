import { createRandom } from '../../server/seed/row-writer.ts'
import { isFull } from './is-full.ts'

/** Random; `TEST_SEED` repeats a failed run. */
export const testSeed = Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 1_000_000))

/** Prints the seed of the sample in a short run. */
export const printSeed = (what: string): void => {
  if (!isFull) console.info(`${what}: TEST_SEED=${testSeed}`)
}

/** All cases in a full run, otherwise a random sample of each kind. */
export const sampleOf = <Case>(
  what: string,
  cases: readonly Case[],
  { kindOf, ofEach = 1 }: { kindOf: (one: Case) => string; ofEach?: number },
): Case[] => {
  if (isFull) return [...cases]
  printSeed(what)
  const counts = new Map<string, number>()
  const drawn = new Set<Case>()
  for (const one of createRandom(testSeed).shuffle(cases)) {
    const count = (counts.get(kindOf(one)) ?? 0) + 1
    counts.set(kindOf(one), count)
    if (count <= ofEach) drawn.add(one)
  }
  return cases.filter((one) => drawn.has(one))
}
