import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { CountryCode } from '../../../domain/core/countries.ts'
import type { Filters, Where } from '../../../domain/lib/filter.ts'
import { parseQuery } from '../../../domain/lib/query.ts'
import { type ResourceName, resources } from '../../../domain/resources.ts'
import { wholeList } from '../../../domain/views/view.ts'
import { listWhere } from '../../filter/list-where.ts'
import { filterWords } from '../../filter/vocabulary.ts'
import { useQueryParams } from '../../workspace/use-query-params.ts'
import { useWorkspace } from '../../workspace/workspace.ts'

export type ListUrl = {
  /** Canonical filter. */
  query: string
  /** `-createdAt` is newest first; null for the default. */
  sort: string | null
  where: Where
  /** False if a part of the filter is unreadable: `where` then matches more. */
  isFullyApplied: boolean
  /** View in the URL: id of a saved or built-in one. */
  viewId: string | null
  setQuery: (query: string) => void
  setSort: (sort: string | null) => void
  /** Sets filter, sort and view as one history entry; `replace`: in place of the present one. */
  open: (place: ListPlace, options?: { replace?: boolean }) => void
}

type ListPlace = { query: string; sort: string | null; viewId: string | null }

/** Filter and sort in the URL. The selected country applies unless the filter names one, or the resource has no country. */
export const useListQuery = (resource: ResourceName, country: CountryCode): ListUrl => {
  const [params, edit] = useQueryParams()
  const { i18n } = useTranslation(resource)
  const query = params.get('q') ?? ''
  const sort = params.get('sort')
  const filters: Filters = resources[resource].list.filters

  // biome-ignore lint/correctness/useExhaustiveDependencies: the words change with the language, not with the instance.
  const asked = useMemo(() => {
    const { vocabulary } = filterWords(i18n, resource, filters, undefined, country)
    const { problems } = parseQuery(filters, query, { now: new Date(0), vocabulary })
    return {
      where: listWhere(filters, query, country, vocabulary),
      isFullyApplied: problems.length === 0,
    }
  }, [query, country, resource, filters, i18n.language])

  const { preferences } = useWorkspace()
  const set = useCallback(
    (changes: Record<string, string | null>, replace: boolean) =>
      edit(
        (params) => {
          applyTo(params, changes)
          const isBare = ['q', 'sort', 'view'].every((name) => !params.get(name))
          if (isBare && preferences.get().defaultViews[resource] !== undefined) params.set('view', wholeList)
        },
        { replace },
      ),
    [edit, preferences, resource],
  )
  const setQuery = useCallback((value: string) => set({ q: value }, true), [set])
  const setSort = useCallback((value: string | null) => set({ sort: value }, true), [set])
  const open: ListUrl['open'] = useCallback(
    ({ query, sort, viewId }, { replace = false } = {}) => set({ q: query, sort, view: viewId }, replace),
    [set],
  )
  return { query, sort, ...asked, viewId: params.get('view'), setQuery, setSort, open }
}

const applyTo = (params: URLSearchParams, changes: Record<string, string | null>): void => {
  for (const [name, value] of Object.entries(changes)) {
    if (value) params.set(name, value)
    else params.delete(name)
  }
}
