import type { ResourceName } from '../../domain/resources.ts'
import { people } from './people.ts'
import { createRandom } from './row-writer.ts'

type Shuffle = {
  /** Shifts record numbers of a resource. */
  renumber: (resource: ResourceName, records: readonly { number: number }[]) => void
  /** Renames demo logins, whose names are otherwise fixed. */
  rename: (users: readonly { name: string; email: string }[]) => void
}

/** Varies demo data by seed, so that tests cannot rely on its numbers or names. Seed 0 changes nothing. */
export const shuffleDemo = (seed: number): Shuffle => {
  if (seed === 0) return { renumber: () => {}, rename: () => {} }
  const random = createRandom(seed)
  const added = new Map<ResourceName, number>()
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

/** Demo logins have addresses `<role>@waybill.test`. */
const isLogin = /^[a-z]+@waybill\.test$/
