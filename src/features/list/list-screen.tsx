import { useAtom } from '@xstate/store-react'
import { type ReactNode, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { searchFrom } from '../../../domain/access/paths.ts'
import { type Role, scopeOf } from '../../../domain/access/permissions.ts'
import type { Where } from '../../../domain/lib/filter.ts'
import { queryTerms } from '../../../domain/lib/query.ts'
import { type ResourceName, type ResourceRecords, resources } from '../../../domain/resources.ts'
import type { ListParameters } from '../../api/call-options.ts'
import type { AnyRecord } from '../../commands/command.ts'
import { FilterBar } from '../../filter/filter-bar.tsx'
import { listWhere } from '../../filter/list-where.ts'
import { useKeyContext } from '../../keyboard/use-keyboard.tsx'
import { Page } from '../../layouts/page.tsx'
import { lazyGeneric, lazyWithPreload, usePreload } from '../../lazy/lazy-with-preload.tsx'
import type { ResourceView } from '../../resources/shared/resource-view.ts'
import { activePlace } from '../../table/active-row.ts'
import { columnLayout, shownColumns } from '../../table/column-layout.ts'
import { ListGrid } from '../../table/list-grid.tsx'
import { useListController, useListStatus } from '../../table/use-list-controller.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { useListQuery } from '../records/use-list-query.ts'
import { useListViews } from '../views/use-list-views.ts'
import { ViewMenu } from '../views/view-menu.tsx'
import { cellKeys, useCellCursor } from './cell-cursor.ts'
import { ListCount, ListFooter, singleCurrency } from './list-footer.tsx'
import { listPort, selectionOf } from './list-port.ts'
import { ListState } from './list-state.tsx'
import { ListActions, ListSelection, ListTools, SELECTION_BAR_HEIGHT, selectionParts } from './list-tools.tsx'
import type { OfflineList } from './offline-list.ts'
import { CellEditors, useRowActions } from './row-actions.tsx'
import { useListPosition } from './use-list-position.ts'
import { useListWalk } from './use-list-walk.ts'
import { useLiveRows } from './use-live-rows.ts'
import { usePastedText } from './use-pasted-text.ts'
import { usePendingQuery } from './use-pending-query.ts'
import { usePrinted } from './use-printed.ts'

const ColumnsDialog = lazyGeneric(async () => (await import('../../table/columns-dialog.tsx')).ColumnsDialog)
const ViewDialog = lazyWithPreload(async () => ({
  default: (await import('../views/view-dialog.tsx')).ViewDialog,
}))
const PasteDialog = lazyWithPreload(async () => ({
  default: (await import('./paste-dialog.tsx')).PasteDialog,
}))
const RecordPeek = lazyGeneric(async () => (await import('../record-page/record-peek.tsx')).default)
const ListPrint = lazyGeneric(async () => (await import('./list-print.tsx')).ListPrint)
const HeadingMenu = lazyGeneric(async () => (await import('./heading-menu.tsx')).HeadingMenu)
const CellMenu = lazyGeneric(async () => (await import('./cell-menu.tsx')).CellMenu)
const lazyDialogs = [
  ...selectionParts,
  ColumnsDialog,
  ViewDialog,
  PasteDialog,
  RecordPeek,
  ListPrint,
  HeadingMenu,
  CellMenu,
]

/** An empty list takes no focus: blur the filter box, so that shortcuts work. */
const leaveFor = (focus: () => void): void => {
  const box = document.activeElement
  focus()
  if (box instanceof HTMLElement && document.activeElement === box) box.blur()
}

type ListScreenProps<R extends ResourceName> = {
  view: ResourceView<R>
  /** Offline support of the list. */
  away?: OfflineList<R>
  /** Shown above the rows. */
  notice?: ReactNode
}

/** List of any resource: filter in the URL, paged rows, selection, commands. */
export const ListScreen = <R extends ResourceName>({ view: general, away, notice }: ListScreenProps<R>) => {
  const { user } = useWorkspace()
  const view = useMemo(() => viewOfRole(general, user.role), [general, user.role])
  const { resource, parameters, titleKey = `${resource}:title` } = view
  const { t } = useTranslation([resource, 'list', 'rows', 'views', ...columnNamespaces(view)])
  const { api, country, view: views, run, ports, settings, filters: filterContext } = useWorkspace()
  const rowClick = useAtom(settings, ({ rowClick }) => rowClick)
  const url = useListQuery(resource, country)
  const { pathname, search } = useLocation()
  useEffect(() => views.keepAddress(resource, pathname + search), [views, resource, pathname, search])
  const { query, sort, where, isFullyApplied, setQuery, setSort, open } = url
  const viewed = useListViews({ resource, columns: view.columns, url, hasDefault: parameters === undefined })
  const { isOpening } = viewed
  const filterBox = useRef<HTMLInputElement>(null)
  const grid = useRef<HTMLDivElement>(null)
  const [isChoosing, setChoosing] = useState(false)
  const [menu, setMenu] = useState<{ at: DOMRect; column: string | null } | null>(null)
  const [headingMenu, setHeadingMenu] = useState<{ at: DOMRect; column: string } | null>(null)
  const [isPeeking, setPeeking] = useState(false)
  const pasted = usePastedText()
  const [printed, setPrinted] = usePrinted()
  const list = useListController<ResourceRecords[R], Where>()
  const { offline, phase, total } = useListStatus(list)
  usePreload(lazyDialogs)
  useKeyContext('list')
  useKeyContext(`resource:${resource}`)
  useKeyContext('peek', isPeeking)
  const cells = useCellCursor(view, list, grid)
  const isNarrowed = query !== ''
  /** The query whose rows are shown. */
  const [shownQuery, setShownQuery] = useState(query)
  const asking = usePendingQuery(list, url, ports.notify)
  const position = useListPosition(resource, list)
  const restorePosition = useEffectEvent(position.restore)
  const isPositionKnown = useEffectEvent(position.isKnown)
  const readNow = useCallback(
    ({ where, ...page }: ListParameters, signal: AbortSignal, once?: boolean) =>
      api.list(resource, { where: { ...where, ...parameters }, ...page }, { signal, once }),
    [api, resource, parameters],
  )
  const read = useMemo(() => away?.read(list, readNow) ?? readNow, [away, list, readNow])
  useEffect(() => away?.attach(list), [away, list])
  const reread = useLiveRows({ resource, list, read, where, isNarrowed })

  useEffect(() => {
    if (isOpening) return asking.holdForOpening()
    // Key events wait for the row returned to, which is still loading.
    if (isPositionKnown()) asking.holdForReturn(query)
    list.query({
      where,
      whyNotSelectAll: isFullyApplied ? null : 'FILTER_NOT_APPLIED',
      load: (skip, limit, signal) => read({ where, skip, limit, sort: sort ?? undefined }, signal),
      onAnswer: () => {
        restorePosition()
        setShownQuery(query)
        asking.answered(query)
        const ids = views.takeSelection(resource)
        if (ids !== null) list.selectOnly(ids)
      },
    })
  }, [read, list, views, resource, where, isFullyApplied, sort, query, asking, isOpening])

  const countQuery = useCallback(
    async (part: string, signal: AbortSignal) => {
      const filters = resources[resource].list.filters
      const page = { where: listWhere(filters, part, country), skip: 0, limit: 1 }
      return (await readNow(page, signal)).total
    },
    [readNow, resource, country],
  )
  const beginWalk = useListWalk({ resource, list, read, where, sort })
  const port = useMemo(
    () =>
      listPort(list, {
        reread,
        focusFilter: () => filterBox.current?.focus(),
        ask: asking.ask,
        afterRows: asking.afterRows,
        sorts: sortsOf(view),
        sort: setSort,
        search: () => searchFrom(location.pathname, location.search),
        openMenu: () => {
          const at = activePlace(grid.current)
          if (at !== null) setMenu({ at, column: cells.cursor.column.get() })
        },
        togglePeek: () => setPeeking((isOpen) => !isOpen),
        beginWalk,
        whyNotEditCell: cells.whyNot,
        editCell: cells.start,
        clearFilter: () => open({ query: '', sort, viewId: null }),
        openColumns: () => setChoosing(true),
        print: () => setPrinted('first'),
        views: viewed.port,
        asked: () => (parameters === undefined ? { where, sort } : null),
      }),
    [
      list,
      reread,
      view,
      setSort,
      open,
      asking,
      cells,
      where,
      sort,
      viewed.port,
      parameters,
      beginWalk,
      setPrinted,
    ],
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
        ...away?.hands(list),
      }),
    [views, resource, list, port, away],
  )
  const acts = useRowActions(view)
  const filtered = useMemo(
    () =>
      queryTerms(query)
        .flatMap(({ name }) => name ?? [])
        .join(),
    [query],
  )
  const openHeadingMenu = useCallback((column: string, at: DOMRect) => setHeadingMenu({ column, at }), [])
  const openCellMenu = useCallback(
    (at: DOMRect, column?: string) => setMenu({ at, column: column ?? null }),
    [],
  )
  // Through its command, which shows a refusal.
  const selectAll = useCallback(() => run('list.select-all'), [run])
  const currency = singleCurrency(where)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each resource's list takes the keyboard once, when it appears.
  useEffect(() => list.focus(), [resource])

  return (
    <Page
      title={
        viewed.active === null
          ? t(titleKey)
          : t('views:heading', {
              list: t(titleKey),
              view: viewed.active.saved?.name ?? t(viewed.active.labelKey ?? ''),
            })
      }
      width="fill"
      beside={
        <>
          <ViewMenu views={viewed} />
          <ListCount list={list} resource={resource} />
        </>
      }
      actions={<ListActions commands={view.actions} />}
      footer={<ListFooter list={list} resource={resource} cell={cells.cursor.column} />}
    >
      <div className="flex items-start gap-2 px-4 pb-2 lg:px-6">
        <FilterBar
          ref={filterBox}
          resource={resource}
          filters={resources[resource].list.filters}
          query={query}
          onQueryChange={setQuery}
          onLeave={(next) => {
            leaveFor(list.focus)
            if (next !== null) asking.holdFor(next)
          }}
          filterContext={filterContext}
          views={viewed.places}
          isEmpty={phase === 'ready' && total === 0 && !offline && shownQuery === query}
          count={countQuery}
        />
        <ListTools />
      </div>
      {notice}
      <div className="relative flex min-h-0 flex-1">
        <div className="relative flex min-h-0 min-w-0 flex-1 flex-col">
          <ListState list={list} view={view} isNarrowed={isNarrowed} onClear={() => run('list.clear-filter')}>
            <ListGrid
              list={list}
              columns={view.columns}
              label={t(titleKey)}
              sort={sort}
              onSortChange={setSort}
              onSelectAll={selectAll}
              onOpen={acts.open}
              opensOnClick={rowClick === 'open'}
              onAction={acts.act}
              actions={acts.allowed}
              inset={SELECTION_BAR_HEIGHT}
              storageKey={viewed.storageKey}
              filter={shownQuery}
              currency={currency}
              isStale={offline}
              onMenu={openCellMenu}
              onEdit={cells.editAt}
              onHeadingMenu={openHeadingMenu}
              filtered={filtered}
              menuLabel={t('rows:open')}
              cursor={cells.cursor.column}
              onKeyDown={cellKeys(cells.cursor, cells.edit)}
              ref={grid}
            />
          </ListState>
          <ListSelection
            list={list}
            height={SELECTION_BAR_HEIGHT}
            commands={[...view.bulk, resources[resource].verbs.export]}
            lead={`${resources[resource].noun}.status`}
          />
        </div>
        {isPeeking && <RecordPeek resource={resource} list={list} />}
      </div>
      <CellEditors view={view} list={list} cursor={cells.cursor} />
      {isChoosing && (
        <ColumnsDialog
          columns={view.columns}
          storageKey={viewed.storageKey}
          gridWidth={grid.current?.clientWidth ?? 0}
          open
          onClose={() => setChoosing(false)}
        />
      )}
      {viewed.dialog && (
        <ViewDialog
          dialog={viewed.dialog}
          isNameTaken={viewed.isNameTaken}
          onSubmit={viewed.submit}
          onClose={viewed.closeDialog}
        />
      )}
      {pasted.text !== null && (
        <PasteDialog
          resource={resource}
          text={pasted.text}
          where={where}
          onSelect={list.selectOnly}
          onClose={pasted.dismiss}
        />
      )}
      {printed !== null && (
        <ListPrint
          title={t(titleKey)}
          resource={resource}
          query={query}
          columns={shownColumns(view.columns, columnLayout(viewed.storageKey).get())}
          currency={currency}
          list={list}
          load={
            printed === 'first'
              ? async (limit, skip) => {
                  const page = { where, skip, limit, sort: sort ?? undefined }
                  return (await read(page, new AbortController().signal)).items
                }
              : null
          }
          onDone={() => setPrinted(null)}
        />
      )}
      {headingMenu && (
        <HeadingMenu
          key={headingMenu.column}
          view={view}
          list={list}
          url={url}
          {...headingMenu}
          onClose={() => setHeadingMenu(null)}
        />
      )}
      {menu && (
        <CellMenu
          view={view as never}
          record={list.activeRecord() as AnyRecord | undefined}
          cells={cells}
          url={url}
          {...menu}
          onClose={() => setMenu(null)}
        />
      )}
    </Page>
  )
}

/**
 * Where everything belongs to the reader, its owner says nothing: the column can still be shown. The same on phones with the
 * courier of a courier's parcels.
 */
const viewOfRole = <R extends ResourceName>(view: ResourceView<R>, role: Role): ResourceView<R> => {
  const isOwn = scopeOf(role, resources[view.resource].verbs.list) === 'own' && view.parameters === undefined
  const own = view.columnsOf?.[role]
  if (own !== undefined) return { ...view, columns: own }
  if (!isOwn && role !== 'delivery') return view
  return {
    ...view,
    columns: view.columns.map((column) =>
      isOwn && column.id === 'owner'
        ? { ...column, hidden: true, narrow: undefined }
        : role === 'delivery' && column.id === 'delivery'
          ? { ...column, narrow: undefined }
          : column,
    ),
  }
}

/** Namespaces of column headings, which may belong to other resources. */
const columnNamespaces = <R extends ResourceName>({ columns }: ResourceView<R>): string[] => [
  ...new Set(columns.map(({ header }) => header.split(':')[0] ?? '')),
]

/** Sortable columns with their headings. */
const sortsOf = <R extends ResourceName>({ columns }: ResourceView<R>) => {
  const sorts = columns.flatMap(({ sortKey, header }) =>
    sortKey === undefined ? [] : [{ key: sortKey, labelKey: header }],
  )
  return () => sorts
}
