import type { Actor } from '../../../domain/access/actor.ts'
import { scopeOf, type Verb } from '../../../domain/access/permissions.ts'
import type { CountryCode } from '../../../domain/core/countries.ts'
import type { Where } from '../../../domain/lib/filter.ts'
import { formatPhone } from '../../../domain/lib/phone-format.ts'
import { type ResourceName, references, resources } from '../../../domain/resources.ts'
import type { SessionRecord } from '../../../domain/users/user.ts'
import type { Api } from '../../api/create-api.ts'
import { createRecentFilters, type FilterContext } from '../../filter/filter-context.ts'
import { inLatin, labelMatcher } from '../../filter/match-word.ts'
import { createReferences, type ReferenceOption, type ReferenceSource } from '../../filter/references.ts'
import { addLanguages } from '../../i18n/i18n.ts'
import { namedOptions, searchOptions } from '../../resources/shared/reference-options.ts'
import { deviceStorage } from '../../storage/browser-storage.ts'
import type { ComboboxOption } from '../../ui/fields/combobox-option.ts'

type Lookup = NonNullable<ReturnType<ReferenceSource>>

/** Permission and API call for looking up the names of each reference filter. */
export const filterReferences = (api: Api, actor: Actor, country: CountryCode): ReferenceSource => {
  const records = (resource: ResourceName, narrowed: Where = {}): Lookup => {
    const search = searchOptions(api, resource, narrowed)
    return {
      search: async (text, signal) => named(await search(inLatin(text), country, signal)),
      byIds: async (ids, signal) => named(await namedOptions(api, resource, ids, signal)),
    }
  }
  const couriers = couriersOf(api, country)
  const sources: Record<string, { verb: Verb; lookup: Lookup }> = {
    ...Object.fromEntries(
      Object.entries(references).map(([field, resource]) => [
        field,
        { verb: resources[resource].verbs.list, lookup: records(resource) },
      ]),
    ),
    owner: { verb: 'user.list', lookup: records('users', { role: 'seller,admin' }) },
    delivery: { verb: 'delivery-guy.list', lookup: couriers },
    deliveryGuy: { verb: 'delivery-guy.list', lookup: couriers },
    receivedBy: { verb: 'user.list', lookup: records('users', { role: 'admin,agent' }) },
  }
  return (filter) => {
    const source = Object.hasOwn(sources, filter) ? sources[filter] : undefined
    return source === undefined || scopeOf(actor, source.verb) === null ? null : source.lookup
  }
}

const named = (options: readonly ComboboxOption[]): ReferenceOption[] =>
  options.map(({ value, label, detail }) => ({
    value,
    label,
    detail: typeof detail === 'string' ? detail : undefined,
  }))

/** Milliseconds for which a country's couriers are cached. */
const DELIVERY_GUYS_AGE_MS = 60_000

/** Couriers of a country: few enough for one request. */
const couriersOf = (api: Api, country: CountryCode): Lookup => {
  let last: { at: number; answer: Promise<ReferenceOption[]> } | null = null
  const ask = async (signal: AbortSignal): Promise<ReferenceOption[]> => {
    const { items } = await api.users.couriers(country, { signal })
    return items.map(({ id, name, phone }) => ({ value: id, label: name, detail: formatPhone(phone) }))
  }
  const all = (signal: AbortSignal): Promise<ReferenceOption[]> => {
    if (last !== null && Date.now() - last.at < DELIVERY_GUYS_AGE_MS) return last.answer
    const answer = ask(signal)
    last = { at: Date.now(), answer }
    answer.catch(() => {
      if (last?.answer === answer) last = null
    })
    return answer
  }
  return {
    all,
    search: async (text, signal) => {
      const isMatch = labelMatcher(text)
      return (await all(signal)).filter(({ label }) => isMatch(label))
    },
    byIds: async (ids, signal) => (await all(signal)).filter(({ value }) => ids.includes(value)),
  }
}

type Input = { api: Api; user: SessionRecord; country: CountryCode }

/** Filter context of a user in a country. */
export const createFilterContext = ({ api, user, country }: Input): FilterContext => ({
  country,
  references: createReferences(filterReferences(api, user, country)),
  recents: createRecentFilters(deviceStorage, user.id),
  loadWords: addLanguages,
})
