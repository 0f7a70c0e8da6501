import type { ListController, ListControllerOptions, ListQuery } from './list-controller.ts'
import type { ListRecord } from './list-source.ts'
import { isSameShape, isSameView, type ListStatus, marksOf, viewOf } from './list-view.ts'
import { createPickedRows, longestRange } from './picked-rows.ts'
import { createRowWindow } from './row-window.ts'
import { createScroller } from './scroller.ts'
import { createStore } from './store.ts'
import { type Align, createViewport, reshape, rowsPerPage, scrollToRow, visibleRange } from './viewport.ts'

export function createListController<T extends ListRecord, Where>(
  options: ListControllerOptions<T> = {},
): ListController<T, Where> {
  const { rowHeight = 36, overscan = 3, affects, onSelectionError = ignore } = options
  let asked: ListQuery<T, Where> | null = null
  let shown: ListQuery<T, Where> | null = null
  let active = 0
  let activeId: string | undefined
  let isLate = false
  const marks = createStore(0)
  const rowWindow = createRowWindow<T>({ affects, onChange: publish, onSwap })
  const picked = createPickedRows({
    idAt: (index) => rowWindow.rowAt(index)?.id,
    load: () => shown?.load ?? null,
    onChange: publish,
    onError: onSelectionError,
  })
  const scroller = createScroller(createViewport({ total: 0, rowHeight, height: 0 }), publish, isViewRendered)
  const rows = createStore(viewOf(scroller.viewport(), overscan, rowWindow.rowAt))
  const rowMarks = createStore<readonly number[]>([])
  const status = createStore(statusNow())

  return {
    query(query) {
      asked = query
      rowWindow.query(query.load)
    },
    refresh: rowWindow.refresh,
    stop: rowWindow.stop,
    applyChanges(changes) {
      for (const { type, record } of changes) if (type === 'delete') picked.forget(record.id)
      rowWindow.applyChanges(changes)
    },
    markOutdated: rowWindow.expire,
    setRowHeight(height) {
      const viewport = scroller.viewport()
      if (height !== viewport.rowHeight) scroller.set(reshape(viewport, { rowHeight: height }))
    },

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
    selectedRecords: () =>
      picked.isAll()
        ? rows.get().records.flatMap((record) => (record && picked.isSelected(record.id) ? record : []))
        : picked.ids().flatMap((id) => present(recordOf(id)) ?? []),
    selectedCount: () => status.get().selected,
    selectionPredicate: () => (shown && status.get().selected > 0 ? picked.predicate(shown.where) : null),
    selectionReady: picked.ready,
    isAnswered: () => asked !== null && shown === asked,
    isSelected: picked.isSelected,
    isGone: rowWindow.isGone,

    rows,
    rowMarks,
    status,
    marks,
    attach(grid, onWidth) {
      // Where the rows are there within a frame, no placeholder is made to be thrown away.
      const frame = requestAnimationFrame(() => {
        isLate = true
        if (rowWindow.state().total === 0) publish()
      })
      const detach = scroller.attach(grid, onWidth)
      return () => {
        cancelAnimationFrame(frame)
        detach()
      }
    },
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
      picked.drop()
      asked?.onAnswer?.()
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
    rowMarks.set(
      marksOf(view, rowMarks.get(), { active, isSelected: picked.isSelected, isGone: rowWindow.isGone }),
    )
    const nextStatus = statusNow()
    if (!isSameShape(nextStatus, status.get())) status.set(nextStatus)
    marks.set(marks.get() + 1)
    if (isSame) scroller.flush()
  }

  function isViewRendered(): boolean {
    const { first, end } = visibleRange(scroller.viewport())
    const { first: rendered, records } = rows.get()
    return first >= rendered && end <= rendered + records.length
  }

  function statusNow(): ListStatus {
    const state = rowWindow.state()
    return {
      ...state,
      selected: picked.count(state.total),
      isAllSelected: picked.isAll(),
      isSelecting: picked.isWaiting(),
      isAwaited: isLate && state.phase === 'loading' && state.total === 0,
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
