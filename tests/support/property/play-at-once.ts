import fc from 'fast-check'
import type { Known } from './call.ts'
import { drawnCall } from './calls.ts'
import { readKnown } from './read-known.ts'
import { count, type Tally } from './tally.ts'
import { send, signIn, type World } from './world.ts'

/** A client looks around again after so many of its calls: what it knows is a little old. */
const knownFor = 10

/** Refusals that no call of ours may meet, whoever else is at the same records: the rules come before the constraints. */
const unforeseen = ['CONFLICT', 'OVERLOADED', 'INTERNAL', 'DATABASE_UNAVAILABLE']

/**
 * Lets clients call at once, each as people of its own but for the two who deliver, until together they have made so
 * many calls. What is called is drawn from the seed; in which order the server comes to it is nobody's to say.
 */
export const playAtOnce = async (
  world: World,
  { clients, calls, seed, tally }: { clients: number; calls: number; seed: number; tally: Tally },
): Promise<void> => {
  const budget = { left: calls }
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      const own = await newClient(world)
      for (let round = 0; budget.left > 0; round++) {
        const known = await readKnown(world)
        await callAsClient(own, known, { seed: seed + 1_000 * client + round, budget, tally })
      }
    }),
  )
}

type Client = Pick<World, 'api' | 'callers'>

const newClient = async ({ api, model, users }: World): Promise<Client> => {
  const admin = await api.createUser({ role: 'admin' })
  const agent = await api.createUser({ role: 'agent', country: model.country })
  return { api, callers: await signIn(api, { ...users, admin, agent }) }
}

const callAsClient = async (
  client: Client,
  known: Known,
  { seed, budget, tally }: { seed: number; budget: { left: number }; tally: Tally },
): Promise<void> => {
  for (const drawn of fc.sample(drawnCall, { seed, numRuns: knownFor, unbiased: true })) {
    const call = drawn.prepare(known)
    if (call === null || budget.left <= 0) continue
    budget.left--
    const answer = await send(client, call)
    count(tally, answer)
    if (answer.status >= 500 || unforeseen.includes(String(answer.body.code))) {
      throw new Error(
        `${call.method} ${call.path} ${JSON.stringify(call.body)}: ${JSON.stringify(answer.body)}`,
      )
    }
  }
}
