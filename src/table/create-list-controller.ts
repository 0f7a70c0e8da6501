import { createAtom } from '@xstate/store'
import type { Code } from '../../domain/core/codes.ts'
import {
  type Align,
  type ListController,
  type ListControllerOptions,
  type ListControllerQuery,
  type ListStatus,
  type RowScroller,
  rowMarks,
} from './list-controller.ts'
import type { ListRecord } from './list-source.ts'
import { createRowLoader } from './row-loader.ts'
import { createSelectionStore, MAX_RANGE } from './selection-store.ts'

export function createListController<T extends ListRecord, Where>(
  options: ListControllerOptions<T> = {},
): ListController<T, Where> {
  const { affects, onSelectionError = ignore } = options
  let asked: ListControllerQuery<T, Where> | null = null
  let shown: ListControllerQuery<T, Where> | null = null
  let active = 0
  let activeId: string | undefined
  let sought: { id: string; near: number } | null = null
  let onRefreshed: (() => void) | undefined
  let isLate = false
  let visible = { first: 0, end: 0 }
  let records: readonly (T | undefined)[] = []
  let marks: readonly number[] = []
  let scroller: RowScroller | null = null
  const changes = createAtom(0)
  const rows = createRowLoader<T>({ affects, onChange: publish, onSwap })
  const picked = createSelectionStore({
    idAt: (index) => rows.rowAt(index)?.id,
    load: () => shown?.load ?? null,
    onChange: publish,
    onError: onSelectionError,
  })
  const status = createAtom<ListStatus>(statusNow())

  return {
    query(query) {
      asked = query
      onRefreshed = undefined
      rows.query(query.load)
    },
    refresh(onAnswer) {
      onRefreshed = onAnswer
      rows.refresh()
    },
    stop: rows.stop,
    applyChanges(changes) {
      for (const { type, record } of changes) if (type === 'delete') picked.forget(record.id)
      rows.applyChanges(changes)
    },
    markOutdated: rows.expire,

    moveBy: (step) => move(active + step),
    moveTo: (index, align) => move(index, align),
    moveToRecord(id, near) {
      move(rows.indexOf(id) ?? near)
      if (rows.rowAt(active)?.id !== id) sought = { id, near: active }
    },
    pageDown: () => move(active + pageLength()),
    pageUp: () => move(active - pageLength()),
    home: () => move(0),
    end: () => move(rows.state().total - 1),
    toggleActive: () => toggleAt(active),
    toggleAt,
    extendBy: (step) => extendTo(active + step),
    extendTo,
    startRange,
    endRange: picked.closeDeselection,
    selectAll: () => {
      if (whyNotSelectAll() === null) picked.all()
    },
    selectOnly: picked.only,
    restoreSelection: (selection) => {
      if ('ids' in selection) return picked.only(selection.ids)
      picked.all()
      for (const id of selection.except) picked.toggle(id)
    },
    clearSelection: picked.clear,

    activeIndex: () => active,
    activeRecord: () => present(rows.rowAt(active)),
    recordAt: rows.rowAt,
    isWhole,
    loadedAmong: (ids) => ids.filter((id) => rows.indexOf(id) !== undefined),
    selectedRecords: () =>
      picked.isAll()
        ? spanOf(isWhole() ? { first: 0, end: rows.state().total } : visible).flatMap((index) => {
            const record = rows.rowAt(index)
            return record && picked.isSelected(record.id) ? record : []
          })
        : picked.ids().flatMap((id) => present(recordOf(id)) ?? []),
    selectedCount: () => status.get().selected,
    selectionPredicate: () => (shown && status.get().selected > 0 ? picked.predicate(shown.where) : null),
    selectionReady: picked.ready,
    whyNotSelectAll,
    isAnswered: () => asked !== null && shown === asked,
    isSelected: picked.isSelected,
    isGone: rows.isGone,

    status,
    changes,
    recordsIn(first, end) {
      records = unlessSame(spanOf({ first, end }).map(rows.rowAt), records)
      return records
    },
    marksIn(first, end) {
      marks = unlessSame(spanOf({ first, end }).map(markOf), marks)
      return marks
    },
    setVisible(first, end) {
      // The user scrolled away from the sought record: stop seeking.
      if (sought !== null && contains(visible, sought.near) && !contains({ first, end }, sought.near))
        sought = null
      visible = { first, end }
      rows.show(first, end)
    },
    attach(grid) {
      scroller = grid
      if (active > 0) grid.scrollToRow(active)
      // If rows arrive within a frame, no placeholders are rendered.
      const frame = requestAnimationFrame(() => {
        isLate = true
        if (rows.state().total === 0) publish()
      })
      return () => {
        cancelAnimationFrame(frame)
        scroller = null
      }
    },
    focus: () => scroller?.focus(),
  }

  function isWhole(): boolean {
    const { total } = rows.state()
    return total <= MAX_WHOLE && spanOf({ first: 0, end: total }).every((index) => rows.rowAt(index))
  }

  function whyNotSelectAll(): Code | null {
    return asked?.whyNotSelectAll ?? null
  }

  function move(index: number, align?: Align): void {
    picked.closeRange()
    goTo(index, align)
  }

  function goTo(index: number, align?: Align): void {
    sought = null
    active = clamp(index, rows.state().total)
    if (scroller === null) visible = { first: active, end: active + visible.end - visible.first }
    else scroller.scrollToRow(active, align)
    publish()
  }

  function toggleAt(index: number): void {
    sought = null
    active = clamp(index, rows.state().total)
    const record = present(rows.rowAt(active))
    if (record) picked.toggle(record.id)
  }

  function startRange(index: number): void {
    sought = null
    active = clamp(index, rows.state().total)
    const record = present(rows.rowAt(active))
    if (record) picked.startRange(active, !picked.isSelected(record.id))
  }

  function extendTo(index: number): void {
    const { total } = rows.state()
    if (total === 0) return
    const anchor = picked.anchor() ?? active
    const reach = MAX_RANGE - 1
    const focus = Math.min(Math.max(clamp(index, total), anchor - reach), anchor + reach)
    goTo(focus)
    picked.extendTo(anchor, focus)
  }

  /** All rows were replaced. New query: scroll to the top. Refresh: follow the active record. */
  function onSwap(reason: 'query' | 'refresh'): void {
    shown = asked
    sought = null
    if (reason === 'query') {
      active = 0
      visible = { first: 0, end: visible.end - visible.first }
      scroller?.scrollToTop()
      picked.drop()
      asked?.onAnswer?.()
      return
    }
    picked.closeRange()
    const place = activeId === undefined ? undefined : rows.indexOf(activeId)
    const shift = place === undefined ? 0 : place - active
    active = clamp(place ?? active, rows.state().total)
    if (shift !== 0) scroller?.scrollByRows(shift)
    if (onRefreshed !== undefined) queueMicrotask(onRefreshed)
    onRefreshed = undefined
  }

  /** Rows arrived: the sought record is among them or not nearby. */
  function seek({ id, near }: { id: string; near: number }): void {
    const { total } = rows.state()
    const found = rows.indexOf(id)
    const isAround = [-SEEK_DISTANCE, 0, SEEK_DISTANCE].every(
      (step) => rows.rowAt(clamp(near + step, total)) !== undefined,
    )
    if (found !== undefined || isAround) sought = null
    if (found !== undefined && found !== active) goTo(found)
  }

  function publish(): void {
    if (sought !== null) seek(sought)
    active = clamp(active, rows.state().total)
    activeId = rows.rowAt(active)?.id
    rows.show(visible.first, visible.end)
    const nextStatus = statusNow()
    if (!isSameShape(nextStatus, status.get())) status.set(nextStatus)
    changes.set(changes.get() + 1)
  }

  function markOf(index: number): number {
    const record = rows.rowAt(index)
    return (
      (index === active ? rowMarks.active : 0) |
      (record && picked.isSelected(record.id) ? rowMarks.selected : 0) |
      (record && rows.isGone(record.id) ? rowMarks.gone : 0)
    )
  }

  function statusNow(): ListStatus {
    const state = rows.state()
    return {
      ...state,
      selected: picked.count(state.total),
      isAllSelected: picked.isAll(),
      isSelecting: picked.isWaiting(),
      isAwaited: isLate && state.phase === 'loading' && state.total === 0,
    }
  }

  function recordOf(id: string): T | undefined {
    const index = rows.indexOf(id)
    return index === undefined ? undefined : rows.rowAt(index)
  }

  function present(record: T | undefined): T | undefined {
    return record && !rows.isGone(record.id) ? record : undefined
  }

  function pageLength(): number {
    return Math.max(1, (scroller?.rowsPerPage() ?? 0) - 1)
  }
}

/** One page: as far as rows are loaded around the view. */
const SEEK_DISTANCE = 100

/** Longer lists are never looked through. */
const MAX_WHOLE = 1_000

function contains({ first, end }: { first: number; end: number }, index: number): boolean {
  return index >= first && index < end
}

function spanOf({ first, end }: { first: number; end: number }): number[] {
  return Array.from({ length: Math.max(0, end - first) }, (_, step) => first + step)
}

function unlessSame<V>(now: readonly V[], before: readonly V[]): readonly V[] {
  return now.length === before.length && now.every((value, step) => value === before[step]) ? before : now
}

function isSameShape<V extends object>(a: V, b: V): boolean {
  return (Object.keys(a) as (keyof V)[]).every((key) => Object.is(a[key], b[key]))
}

function clamp(index: number, total: number): number {
  return Math.min(Math.max(0, index), Math.max(0, total - 1))
}

function ignore(): void {}
