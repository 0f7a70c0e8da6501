import type { CountryCode } from '../../../domain/countries.ts'
import type { SessionRecord } from '../../../domain/users/user.ts'
import type { Api } from '../../api/create-api.ts'
import type { FilterDesk } from '../../filter/filter-desk.ts'
import { createRecentFilters } from '../../filter/recent-filters.ts'
import { createReferences } from '../../filter/references.ts'
import { addLanguages } from '../../i18n/i18n.ts'
import { filterReferences } from '../../resources/filter-references.ts'

type Input = { api: Api; user: SessionRecord; country: CountryCode }

/** What filters are written with, for one person in one country. */
export const createFilterDesk = ({ api, user, country }: Input): FilterDesk => ({
  country,
  references: createReferences(filterReferences(api, user, country)),
  recents: createRecentFilters(localStorage, user.id),
  loadWords: addLanguages,
})
