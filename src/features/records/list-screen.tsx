import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Where } from '../../../domain/lib/filter.ts'
import { type ResourceName, type ResourceRecords, resources } from '../../../domain/resources.ts'
import type { ListParameters } from '../../api/record-calls.ts'
import type { AnyRecord, CommandSelection } from '../../commands/command-context.ts'
import type { ListPort } from '../../commands/command-ports.ts'
import { FilterBar } from '../../filter/filter-bar.tsx'
import { useKeyContext } from '../../keyboard/use-keyboard.tsx'
import { Page } from '../../layouts/page.tsx'
import type { ResourceView } from '../../resources/resource-view.ts'
import { ColumnMenu } from '../../table/column-menu.tsx'
import type { ListController } from '../../table/list-controller.ts'
import { ListGrid } from '../../table/list-grid.tsx'
import { useListController } from '../../table/use-list-controller.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { CommandButton } from './command-button.tsx'
import { ListCount, ListFooter } from './list-footer.tsx'
import { ListState } from './list-state.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { useListQuery } from './use-list-query.ts'
import { useLiveRows } from './use-live-rows.ts'

/** The list of any resource: filter in the URL, rows by pages, selection, commands on what is in view. */
export const ListScreen = <R extends ResourceName>({ view }: { view: ResourceView<R> }) => {
  const { resource, parameters, titleKey = `${resource}:title` } = view
  const { t } = useTranslation([resource, 'list'])
  const { api, country, view: views, run } = useWorkspace()
  const { query, sort, where, setQuery, setSort } = useListQuery(resource, country)
  const filterBox = useRef<HTMLInputElement>(null)
  const list = useListController<ResourceRecords[R], Where>()
  useKeyContext('list')
  useKeyContext(`resource:${resource}`)
  const isNarrowed = query !== ''
  const read = useCallback(
    ({ where, ...page }: ListParameters, signal: AbortSignal) =>
      api.list(resource, { where: { ...where, ...parameters }, ...page }, { signal }),
    [api, resource, parameters],
  )
  useLiveRows(resource, list, read, isNarrowed)

  useEffect(() => {
    list.query({
      where,
      load: (skip, limit, signal) => read({ where, skip, limit, sort: sort ?? undefined }, signal),
    })
  }, [read, list, where, sort])

  const port = useMemo(
    () =>
      listPort(list, { focusFilter: () => filterBox.current?.focus(), sorts: sortsOf(view), sort: setSort }),
    [list, view, setSort],
  )
  useEffect(
    () =>
      views.show({
        resource,
        list: port,
        active: () => (list.activeRecord() as AnyRecord | undefined) ?? null,
        peek: () => selectionOf(list),
        selection: async () => {
          await list.selectionReady()
          return selectionOf(list)
        },
      }),
    [views, resource, list, port],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: each resource's list takes the keyboard once, when it appears.
  useEffect(() => list.focus(), [resource])

  return (
    <Page
      title={t(titleKey)}
      width="fill"
      beside={<ListCount list={list} resource={resource} />}
      actions={view.actions.map((id, index) => (
        <CommandButton key={id} command={id} variant={index === 0 ? 'primary' : 'secondary'} />
      ))}
      footer={<ListFooter list={list} resource={resource} />}
    >
      <div className="flex items-center gap-2 px-4 pb-2 desk:px-6">
        <FilterBar
          ref={filterBox}
          resource={resource}
          filters={resources[resource].list.filters}
          query={query}
          onQueryChange={setQuery}
          onLeave={list.focus}
        />
        <ColumnMenu columns={view.columns} storageKey={`list.${resource}`} />
      </div>
      <SelectionBar list={list} commands={view.bulk} />
      <ListState list={list} resource={resource} isNarrowed={isNarrowed} onClear={() => setQuery('')}>
        <ListGrid
          list={list}
          columns={view.columns}
          label={t(titleKey)}
          sort={sort}
          onSortChange={setSort}
          storageKey={`list.${resource}`}
          onOpen={() => run(`${resources[resource].noun}.edit`)}
        />
      </ListState>
    </Page>
  )
}

const selectionOf = <T extends { id: string }>(list: ListController<T, Where>): CommandSelection | null => {
  const predicate = list.selectionPredicate()
  if (predicate === null) return null
  const target =
    'ids' in predicate
      ? { ids: [...predicate.ids] }
      : { where: predicate.where, except: [...predicate.except] }
  return {
    count: list.selectedCount(),
    predicate: target,
    records: list.selectedRecords() as unknown as AnyRecord[],
  }
}

/** The columns that the server sorts by, by their headings. */
const sortsOf = <R extends ResourceName>({ columns }: ResourceView<R>) => {
  const sorts = columns.flatMap(({ sortKey, header }) =>
    sortKey === undefined ? [] : [{ key: sortKey, labelKey: header }],
  )
  return () => sorts
}

const listPort = <T extends { id: string }>(
  list: ListController<T, Where>,
  screen: Pick<ListPort, 'focusFilter' | 'sorts' | 'sort'>,
): ListPort => ({
  move: (by, { extend } = {}) => (extend ? list.extendBy(by) : list.moveBy(by)),
  moveTo: (end) => (end === 'first' ? list.home() : list.end()),
  page: (direction) => (direction > 0 ? list.pageDown() : list.pageUp()),
  toggle: list.toggleActive,
  selectAll: list.selectAll,
  clearSelection: list.clearSelection,
  open: list.focus,
  refresh: list.refresh,
  ...screen,
})
