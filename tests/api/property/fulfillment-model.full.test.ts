import fc from 'fast-check'
import { expect, it } from 'vitest'
import { standInMidweek } from '../../support/api/billing.ts'
import { expectSoundBooks } from '../../support/api/sound-books.ts'
import { expectSoundHistory } from '../../support/api/sound-history.ts'
import { expectSoundSearch } from '../../support/api/sound-search.ts'
import { openApi, type TestApi } from '../../support/api/start-api.ts'
import type { Call, DrawnCall } from '../../support/property/call.ts'
import { drawnCall } from '../../support/property/calls.ts'
import { expectSameBooks } from '../../support/property/compare-books.ts'
import type { Model } from '../../support/property/model.ts'
import { openShop } from '../../support/property/open-shop.ts'
import { playCall } from '../../support/property/play-call.ts'
import { isWhole, playCounts, seeds } from '../../support/property/play-counts.ts'
import {
  count,
  everyRefusal,
  everyVerb,
  newTally,
  readVerbs,
  seldomRefusal,
  seldomVerb,
  type Tally,
} from '../../support/property/tally.ts'
import { knownTo, letDaysPass, startWorld, type World } from '../../support/property/world.ts'

/** Counts of all calls in all worlds, and the log of calls of this world. */
type Played = { tally: Tally; trail: string[] }

type Step = fc.AsyncCommand<World, Played>

/** Calls between two full comparisons with the database. */
const comparedEvery = 25
/** Limits shrinking of a failure to a minute or two. */
const MAX_SHRINKS = 60

/** Random calls, sometimes with days between them. */
const drawnSteps = (maxCommands: number): fc.Arbitrary<Iterable<Step>> =>
  fc.limitShrink(
    fc.commands<World, Played, false>(
      [
        fc.oneof(
          { weight: 60, arbitrary: drawnCall.map(callStep) },
          { weight: 1, arbitrary: fc.integer({ min: 1, max: 9 }).map(daysStep) },
        ),
      ],
      { maxCommands, size: 'max' },
    ),
    MAX_SHRINKS,
  )

/** Plays steps in a new world; throws with the log of calls if anything differs from the model. */
const playWorld = async (
  api: TestApi,
  country: Model['country'],
  steps: Iterable<Step>,
  tally: Tally,
): Promise<void> => {
  const world = await startWorld(api, country)
  const trail: string[] = []
  try {
    await openShop(world)
    await fc.asyncModelRun(() => ({ model: world, real: { tally, trail } }), steps)
    await expectSameBooks(world)
  } catch (error) {
    throw new Error(`what the model does not foresee, after\n${trail.join('\n')}`, { cause: error })
  }
}

const callStep = ({ name, prepare }: DrawnCall): Step => ({
  check: ({ model }) => prepare(knownTo(model)) !== null,
  run: async (world, { tally, trail }) => {
    const call = prepare(knownTo(world.model))!
    trail.push(written(call))
    count(tally, await playCall(world, call))
    if (trail.length % comparedEvery === 0) await expectSameBooks(world)
  },
  toString: () => name,
})

const daysStep = (days: number): Step => ({
  check: () => true,
  run: (world) => letDaysPass(world, days),
  toString: () => `${days} days`,
})

const written = ({ who, method, path, body, version }: Call): string =>
  `${who}: ${method} ${path} ${JSON.stringify(body ?? {})}${version == null ? '' : ` of version ${version}`}`

const api = await openApi()
standInMidweek(api)

const { alone } = playCounts()
/** Long enough for parcels to be delivered, billed, paid and undone, short enough to read in a report. */
const MAX_CALLS = 500
const country = fc.constantFrom('ic' as const, 'tn' as const)

/** One world from a seed; a failure is reported as the shortest failing sequence of calls. */
const playSeed = async (seed: number, tally: Tally): Promise<void> => {
  const world = fc.asyncProperty(country, drawnSteps(MAX_CALLS), (country, steps) =>
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
  const verbs = new Set([...(await readVerbs(api)), ...seldomVerb])
  expect([...verbs].sort()).toEqual(everyVerb.toSorted())
  const met = new Set([...tally.refusals.keys(), ...seldomRefusal])
  expect([...met].sort()).toEqual(everyRefusal)
})
