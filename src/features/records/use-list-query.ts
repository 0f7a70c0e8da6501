import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import type { Filters, Where } from '../../../domain/lib/filter.ts'
import { parseQuery } from '../../../domain/lib/query.ts'
import { type ResourceName, resources } from '../../../domain/resources.ts'
import { filterWords } from '../../filter/vocabulary.ts'

export type ListUrl = {
  /** The filter as the link carries it. */
  query: string
  /** `-createdAt` is newest first; null for the list's own order. */
  sort: string | null
  where: Where
  setQuery: (query: string) => void
  setSort: (sort: string | null) => void
}

/**
 * A list's filter and order live in the URL, so every view is a link. The selected country holds unless the filter names
 * one, or the records are the same in every country.
 */
export const useListQuery = (resource: ResourceName, country: string): ListUrl => {
  const [params, setParams] = useSearchParams()
  const { i18n } = useTranslation(resource)
  const query = params.get('q') ?? ''
  const sort = params.get('sort')
  const filters: Filters = resources[resource].list.filters

  // biome-ignore lint/correctness/useExhaustiveDependencies: the words change with the language, not with the instance.
  const where = useMemo(() => {
    const { vocabulary } = filterWords(i18n, resource, filters)
    // Ages are counted from the minute, so that coming back to a list asks the same question.
    const now = new Date(Math.floor(Date.now() / 60_000) * 60_000)
    const here: Where = 'country' in filters ? { country } : {}
    return { ...here, ...parseQuery(filters, query, { now, vocabulary }).where }
  }, [query, country, resource, filters, i18n.language])

  const set = useCallback(
    (name: string, value: string | null) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before)
          if (value) next.set(name, value)
          else next.delete(name)
          return next
        },
        { replace: true },
      ),
    [setParams],
  )
  const setQuery = useCallback((value: string) => set('q', value), [set])
  const setSort = useCallback((value: string | null) => set('sort', value), [set])
  return { query, sort, where, setQuery, setSort }
}
