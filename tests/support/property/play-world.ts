import fc from 'fast-check'
import type { TestApi } from '../api/start-api.ts'
import type { Call, DrawnCall } from './call.ts'
import { drawnCall } from './calls.ts'
import { expectSameBooks } from './compare-books.ts'
import type { Model } from './model.ts'
import { openTrade } from './open-trade.ts'
import { playCall } from './play-call.ts'
import { count, type Tally } from './tally.ts'
import { knownTo, letDaysPass, startWorld, type World } from './world.ts'

/** What was called so far: of all worlds, counted, and of this one, as it was. */
type Played = { tally: Tally; trail: string[] }

type Step = fc.AsyncCommand<World, Played>

/** Between two comparisons of everything there is. */
const comparedEvery = 25
/** Of a failure, so that it is told in a minute or two. */
const mostShrinks = 60

/** Calls of a world, and now and then a few days that pass. */
export const drawnSteps = (maxCommands: number): fc.Arbitrary<Iterable<Step>> =>
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
    mostShrinks,
  )

/** Plays steps in a world of their own; throws with what was called where anything is not as the model foresaw. */
export const playWorld = async (
  api: TestApi,
  country: Model['country'],
  steps: Iterable<Step>,
  tally: Tally,
): Promise<void> => {
  const world = await startWorld(api, country)
  const trail: string[] = []
  try {
    await openTrade(world)
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
