import type { LiveEvent } from '../../../domain/changes/changes.ts'
import type { CountryCode } from '../../../domain/core/countries.ts'
import { type ResourceName, type ResourceRecords, resources } from '../../../domain/resources.ts'
import { hitOf } from '../../../domain/search/hit-of.ts'
import type { Api } from '../../api/create-api.ts'
import type { RecordIndex } from '../../palette/ranking/record-index.ts'

/**
 * Wraps the API so that records in answers are added to the palette's local index. Records changed by others are removed until
 * read again.
 */
export const rememberRecords = (api: Api, country: CountryCode, records: RecordIndex) => {
  const see = <R extends ResourceName>(resource: R, items: readonly ResourceRecords[R][]) =>
    records.see(() =>
      items
        .filter((record) => record.country === country || !resources[resource].hasCountry)
        .map((record) => hitOf(resource, record)),
    )

  const remembering: Api = {
    ...api,
    list: async (resource, parameters, options) => {
      const answer = await api.list(resource, parameters, options)
      see(resource, answer.items)
      return answer
    },
    one: async (resource, id, options) => {
      const record = await api.one(resource, id, options)
      see(resource, [record])
      return record
    },
    search: async (query, options) => {
      const answer = await api.search(query, options)
      if (options?.country === country) records.see(() => answer.items)
      return answer
    },
  }
  return {
    api: remembering,
    hear: ({ resource, ids }: LiveEvent): void => records.forget(resource, ids),
  }
}
