import { people } from './people.ts'
import { createRandom } from './row-writer.ts'

type Numbered =
  | 'users'
  | 'packages'
  | 'products'
  | 'affiliates'
  | 'requests'
  | 'expeditions'
  | 'orders'
  | 'shippings'
  | 'handovers'

type Shuffle = {
  /** Adds to the numbers of new records what this seed adds for their resource. */
  renumber: (resource: Numbered, records: readonly { number: number }[]) => void
  /** Gives the demo logins, whose names are fixed otherwise, other ones. */
  rename: (users: readonly { name: string; email: string }[]) => void
}

/**
 * What a shuffled demo company changes beside the seed of its random data, so that no test can rely on a number or a name
 * of the usual one. A seed of 0 changes nothing.
 */
export const shuffleDemo = (seed: number): Shuffle => {
  if (seed === 0) return { renumber: () => {}, rename: () => {} }
  const random = createRandom(seed)
  const added = new Map<Numbered, number>()
  return {
    renumber: (resource, records) => {
      const more = added.get(resource) ?? random.between(1, MAX_ADDED)
      added.set(resource, more)
      for (const record of records) record.number += more
    },
    rename: (users) => {
      for (const user of users.filter(({ email }) => isLogin.test(email)))
        user.name = `${random.pick(people.ic.first)} ${random.pick(people.ic.last)}`
    },
  }
}

const MAX_ADDED = 20_000

/** Addresses of logins are `<role>@`, those of others have their name and number. */
const isLogin = /^[a-z]+@waybill\.test$/
