import fc from 'fast-check'
import { expect, it } from 'vitest'
import { standInMidweek } from '../../support/api/billing.ts'
import { expectSoundBooks } from '../../support/api/sound-books.ts'
import { expectSoundHistory } from '../../support/api/sound-history.ts'
import { expectSoundSearch } from '../../support/api/sound-search.ts'
import { openApi } from '../../support/api/start-api.ts'
import { isWhole, playCounts, seeds } from '../../support/property/play-counts.ts'
import { drawnSteps, playWorld } from '../../support/property/play-world.ts'
import {
  everyRefusal,
  everyVerb,
  newTally,
  readVerbs,
  seldomRefusal,
  type Tally,
} from '../../support/property/tally.ts'

const api = await openApi()
standInMidweek(api)

const { alone } = playCounts()
/** Long enough for parcels to be delivered, billed, paid and undone, short enough to be told. */
const longestWorld = 500
const country = fc.constantFrom('ic' as const, 'tn' as const)

/** One world from a seed; a failure is told as the shortest sequence of calls that was found to fail. */
const playSeed = async (seed: number, tally: Tally): Promise<void> => {
  const world = fc.asyncProperty(country, drawnSteps(longestWorld), (country, steps) =>
    playWorld(api, country, steps, tally),
  )
  const details = await fc.check(world, { seed, numRuns: 1, unbiased: true })
  if (!details.failed) return
  const { counterexample, numShrinks, errorInstance } = details
  const steps = fc.stringify(counterexample)
  throw new Error(`PROPERTY_SEED=${seed}, shrunk ${numShrinks} times: ${steps}`, { cause: errorInstance })
}

it(`answers and writes what a plain model of the trade foresees, ${alone} random calls long`, {
  timeout: 120 * alone + 120_000,
}, async () => {
  const tally = newTally()
  for (const seed of seeds(() => tally.calls < alone)) await playSeed(seed, tally)
  await expectSoundBooks(api)
  await expectSoundHistory(api)
  await expectSoundSearch(api)
  if (!isWhole(alone)) return
  expect(await readVerbs(api)).toEqual(everyVerb.toSorted())
  const met = new Set([...tally.refusals.keys(), ...seldomRefusal])
  expect([...met].sort()).toEqual(everyRefusal)
})
