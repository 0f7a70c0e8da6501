import type { ListRecord, LoadPage, RecordChange } from './list-source.ts'
import { isSameShape, isSameView, type ListStatus, type RowsView, viewOf } from './list-view.ts'
import type { Affects } from './live-changes.ts'
import { createPickedRows, longestRange } from './picked-rows.ts'
import { createRowWindow } from './row-window.ts'
import { createScroller } from './scroller.ts'
import type { SelectionPredicate } from './selection.ts'
import { createStore, type ReadableStore } from './store.ts'
import { type Align, createViewport, reshape, rowsPerPage, scrollToRow, visibleRange } from './viewport.ts'

export type ListControllerOptions<T> = {
  readonly rowHeight?: number
  /** Rows rendered beyond the view on each side. */
  readonly overscan?: number
  /** Whether a live change can move the total or the order of this list; without it every unknown record can. */
  readonly affects?: Affects<T>
  /** The ids of a selected range could not be loaded. */
  readonly onSelectionError?: (error: unknown) => void
}

export type ListQuery<T, Where> = { readonly load: LoadPage<T>; readonly where: Where }

/** One list on a screen: its rows, its active row, its selection. Commands move it; the grid shows it. */
export type ListController<T, Where> = ListMoves & {
  /** Another filter or order: the rows stay until the new ones are there, then selection and place start anew. */
  query(query: ListQuery<T, Where>): void
  refresh(): void
  stop(): void
  applyChange(change: RecordChange<T>): void
  /** Something changed that nobody named: offers a refresh. */
  markOutdated(): void
  setRowHeight(rowHeight: number): void

  activeIndex(): number
  /** The active row's record; `undefined` while it is not loaded, or once it is gone. */
  activeRecord(): T | undefined
  recordAt(index: number): T | undefined
  /** Those of the ids that are among the loaded rows. */
  loadedAmong(ids: readonly string[]): string[]
  /** The selected records that are loaded. */
  selectedRecords(): T[]
  selectedCount(): number
  /** What a bulk call is given; `null` when nothing is selected. Await `selectionReady` first. */
  selectionPredicate(): SelectionPredicate<Where> | null
  selectionReady(): Promise<unknown>
  isSelected(id: string): boolean
  isGone(id: string): boolean

  readonly rows: ReadableStore<RowsView<T>>
  readonly status: ReadableStore<ListStatus>
  /** Grows with every change of the active row, the selection or a record: what a row looks at to render itself. */
  readonly marks: ReadableStore<number>
  /** Binds the scrolling element; `header` is what covers its top. */
  attach(grid: HTMLElement, header: HTMLElement): () => void
  /** To be called once the rows are in the document: only then can the browser scroll to them. */
  flushScroll(): void
  focus(): void
}

export type ListMoves = {
  moveBy(rows: number): void
  moveTo(index: number, align?: Align): void
  pageDown(): void
  pageUp(): void
  home(): void
  end(): void
  /** Selects the active row, or gives it back. */
  toggleActive(): void
  toggleAt(index: number): void
  /** Moves the active row and selects what lies between it and where the range began. */
  extendBy(rows: number): void
  extendTo(index: number): void
  selectAll(): void
  clearSelection(): void
}

export function createListController<T extends ListRecord, Where>(
  options: ListControllerOptions<T> = {},
): ListController<T, Where> {
  const { rowHeight = 36, overscan = 3, affects, onSelectionError = ignore } = options
  let asked: ListQuery<T, Where> | null = null
  let shown: ListQuery<T, Where> | null = null
  let active = 0
  let activeId: string | undefined
  const marks = createStore(0)
  const rowWindow = createRowWindow<T>({ affects, onChange: publish, onSwap })
  const picked = createPickedRows({
    idAt: (index) => rowWindow.rowAt(index)?.id,
    load: () => shown?.load ?? null,
    onChange: publish,
    onError: onSelectionError,
  })
  const scroller = createScroller(createViewport({ total: 0, rowHeight, height: 0 }), publish)
  const rows = createStore(viewOf(scroller.viewport(), overscan, rowWindow.rowAt))
  const status = createStore(statusNow())

  return {
    query(query) {
      asked = query
      rowWindow.query(query.load)
    },
    refresh: rowWindow.refresh,
    stop: rowWindow.stop,
    applyChange(change) {
      if (change.type === 'delete') picked.forget(change.record.id)
      rowWindow.applyChange(change)
    },
    markOutdated: rowWindow.expire,
    setRowHeight: (height) => scroller.set(reshape(scroller.viewport(), { rowHeight: height })),

    moveBy: (step) => move(active + step),
    moveTo: (index, align) => move(index, align),
    pageDown: () => move(active + pageLength()),
    pageUp: () => move(active - pageLength()),
    home: () => move(0),
    end: () => move(rowWindow.state().total - 1),
    toggleActive: () => toggleAt(active),
    toggleAt,
    extendBy: (step) => extendTo(active + step),
    extendTo,
    selectAll: picked.all,
    clearSelection: picked.clear,

    activeIndex: () => active,
    activeRecord: () => present(rowWindow.rowAt(active)),
    recordAt: rowWindow.rowAt,
    loadedAmong: (ids) => ids.filter((id) => rowWindow.indexOf(id) !== undefined),
    selectedRecords: () => picked.ids().flatMap((id) => present(recordOf(id)) ?? []),
    selectedCount: () => status.get().selected,
    selectionPredicate: () => (shown && status.get().selected > 0 ? picked.predicate(shown.where) : null),
    selectionReady: picked.ready,
    isSelected: picked.isSelected,
    isGone: rowWindow.isGone,

    rows,
    status,
    marks,
    attach: scroller.attach,
    flushScroll: scroller.flush,
    focus: scroller.focus,
  }

  function move(index: number, align?: Align): void {
    picked.closeRange()
    goTo(index, align)
  }

  function goTo(index: number, align?: Align): void {
    active = clamp(index, rowWindow.state().total)
    scroller.set(scrollToRow(scroller.viewport(), active, align))
  }

  function toggleAt(index: number): void {
    active = clamp(index, rowWindow.state().total)
    const record = present(rowWindow.rowAt(active))
    if (record) picked.toggle(record.id)
  }

  function extendTo(index: number): void {
    const { total } = rowWindow.state()
    if (total === 0) return
    const anchor = picked.anchor() ?? active
    const reach = longestRange - 1
    const focus = Math.min(Math.max(clamp(index, total), anchor - reach), anchor + reach)
    goTo(focus)
    picked.extendTo(anchor, focus)
  }

  /** All rows are others now. Of another query: start at the top. Of the same: follow the active record to its new place. */
  function onSwap(reason: 'query' | 'refresh'): void {
    shown = asked
    const { total } = rowWindow.state()
    if (reason === 'query') {
      active = 0
      scroller.put(createViewport({ ...scroller.viewport(), total }))
      picked.clear()
      return
    }
    picked.closeRange()
    const place = activeId === undefined ? undefined : rowWindow.indexOf(activeId)
    const shift = place === undefined ? 0 : place - active
    active = clamp(place ?? active, total)
    scroller.put(reshape(scroller.viewport(), { total }))
    scroller.shiftBy(shift * scroller.viewport().rowHeight)
  }

  function publish(): void {
    const state = rowWindow.state()
    if (state.total !== scroller.viewport().total) {
      scroller.put(reshape(scroller.viewport(), { total: state.total }))
      active = clamp(active, state.total)
    }
    const viewport = scroller.viewport()
    activeId = rowWindow.rowAt(active)?.id
    const { first, end } = visibleRange(viewport)
    rowWindow.show(first, end)
    const view = viewOf(viewport, overscan, rowWindow.rowAt)
    const isSame = isSameView(view, rows.get())
    if (!isSame) rows.set(view)
    const nextStatus = statusNow()
    if (!isSameShape(nextStatus, status.get())) status.set(nextStatus)
    marks.set(marks.get() + 1)
    if (isSame) scroller.flush()
  }

  function statusNow(): ListStatus {
    const state = rowWindow.state()
    return {
      ...state,
      selected: picked.count(state.total),
      isAllSelected: picked.isAll(),
      isSelecting: picked.isWaiting(),
    }
  }

  function recordOf(id: string): T | undefined {
    const index = rowWindow.indexOf(id)
    return index === undefined ? undefined : rowWindow.rowAt(index)
  }

  function present(record: T | undefined): T | undefined {
    return record && !rowWindow.isGone(record.id) ? record : undefined
  }

  function pageLength(): number {
    return Math.max(1, rowsPerPage(scroller.viewport()) - 1)
  }
}

function clamp(index: number, total: number): number {
  return Math.min(Math.max(0, index), Math.max(0, total - 1))
}

function ignore(): void {}
