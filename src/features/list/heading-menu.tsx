import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { countries } from '../../../domain/core/countries.ts'
import { localeOf } from '../../../domain/core/languages.ts'
import type { Filters, Where } from '../../../domain/lib/filter.ts'
import { numberFormat } from '../../../domain/lib/number-format.ts'
import { queryTerms, withFilter } from '../../../domain/lib/query.ts'
import { type ResourceName, type ResourceRecords, resources } from '../../../domain/resources.ts'
import { listWhere } from '../../filter/list-where.ts'
import type { ResourceView } from '../../resources/shared/resource-view.ts'
import type { ListController } from '../../table/list-controller.ts'
import { ContextMenu } from '../../ui/overlay/context-menu.tsx'
import type { MenuItem } from '../../ui/overlay/menu-item.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import type { ListUrl } from '../records/use-list-query.ts'
import { termLabel } from './cell-items.ts'
import { valuesOfColumn, wholeOffer } from './cell-terms.ts'
import { filterOfColumn } from './column-filter.ts'

type HeadingMenuProps<R extends ResourceName> = {
  view: ResourceView<R>
  list: Pick<ListController<ResourceRecords[R], Where>, 'recordAt' | 'status'>
  url: Pick<ListUrl, 'query' | 'sort' | 'setQuery' | 'setSort'>
  column: string
  at: DOMRect
  onClose: () => void
}

/** Menu of a column: sort, and its values with how many records each would leave. The filter is the box's. */
export const HeadingMenu = <R extends ResourceName>(props: HeadingMenuProps<R>) => {
  const { view, list, url, column: id, at, onClose } = props
  const { resource, parameters } = view
  const { t, i18n } = useTranslation(['rows', 'filter', 'commands', resource])
  const { api, country, filters: context, run } = useWorkspace()
  const filters: Filters = resources[resource].list.filters
  const { timeZone } = countries[country]
  const column = view.columns.find((one) => one.id === id) ?? { header: '', id, sortKey: undefined }
  const name = filterOfColumn(column, filters)?.name ?? null
  // Fixed on opening: live changes must not move items.
  const [offered, setOffered] = useState(() => valuesOfColumn(column, loadedIn(list), { filters, timeZone }))
  // Few names are offered whole: among the rows loaded there may be only some.
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, when it opens.
  useEffect(() => {
    if (name === null) return
    void context.references
      .all(name)
      ?.then((names) => setOffered((frequent) => wholeOffer(name, names, frequent)))
      .catch(() => undefined)
  }, [])
  const [counts, setCounts] = useState<ReadonlyMap<string, number>>(new Map())
  // biome-ignore lint/correctness/useExhaustiveDependencies: counted when it opens and when the whole offer has come.
  useEffect(() => {
    const stop = new AbortController()
    for (const { value } of offered) {
      const where = { ...listWhere(filters, withFilter(url.query, name, value), country), ...parameters }
      api
        .list(resource, { where, limit: 1 }, { signal: stop.signal, once: true })
        .then(({ total }) => setCounts((known) => new Map(known).set(value, total)))
        // Without a count the value can still be chosen.
        .catch(() => undefined)
    }
    return () => stop.abort()
  }, [offered])

  const present = queryTerms(url.query).find((term) => term.name === name && name !== null)?.value ?? null
  const number = numberFormat(localeOf(i18n.language))
  const { sortKey, header } = column
  const sorts = sortKey === undefined ? [] : [sortKey, `-${sortKey}`]
  const items: MenuItem[] = [
    ...sorts.map((sort): MenuItem => {
      const isUp = !sort.startsWith('-')
      return {
        id: sort,
        icon: isUp ? 'arrow-up' : 'arrow-down',
        label: t(isUp ? 'rows:sortUp' : 'rows:sortDown'),
        checked: url.sort === sort,
        onSelect: () => url.setSort(url.sort === sort ? null : sort),
      }
    }),
    ...(offered.length === 0 ? [] : [{ id: 'values', heading: t('rows:onlyHeading') }]),
    ...offered.map((term): MenuItem => {
      const count = counts.get(term.value)
      const isPresent = term.value === present
      return {
        id: term.value,
        label: termLabel(term, { i18n, resource, filters, references: context.references }),
        count: count === undefined ? undefined : number.format(count),
        checked: isPresent,
        onSelect: () => url.setQuery(withFilter(url.query, name, isPresent ? null : term.value)),
      }
    }),
    ...(present === null
      ? []
      : [
          {
            id: 'all',
            icon: 'filter-x' as const,
            label: t('rows:allValues'),
            onSelect: () => url.setQuery(withFilter(url.query, name, null)),
          },
        ]),
    { id: 'end', separator: true },
    { id: 'box', icon: 'filter', label: t('commands:list.filter.label'), onSelect: () => run('list.filter') },
    {
      id: 'columns',
      icon: 'columns',
      label: t('commands:list.columns.label'),
      onSelect: () => run('list.columns'),
    },
  ]
  return <ContextMenu label={t(header)} items={items} at={at} onClose={onClose} />
}

/** Enough to see which values are frequent. */
const MAX_READ = 200

const loadedIn = <T,>({ recordAt, status }: Pick<ListController<T, Where>, 'recordAt' | 'status'>) =>
  Array.from({ length: Math.min(status.get().total, MAX_READ) }, (_, at) => recordAt(at)).flatMap((record) =>
    record === undefined ? [] : [record as Readonly<Record<string, unknown>>],
  )
