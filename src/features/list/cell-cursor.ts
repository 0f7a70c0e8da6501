import { createAtom, type ReadonlyAtom } from '@xstate/store'
import { type KeyboardEvent, type RefObject, useEffect, useMemo } from 'react'
import { isVerb } from '../../../domain/access/permissions.ts'
import { whyNot } from '../../../domain/access/why-not.ts'
import type { Code } from '../../../domain/core/codes.ts'
import type { Where } from '../../../domain/lib/filter.ts'
import { type ResourceName, type ResourceRecords, resources } from '../../../domain/resources.ts'
import type { ResourceView } from '../../resources/shared/resource-view.ts'
import { activeDescendant } from '../../table/active-row.ts'
import type { ListController } from '../../table/list-controller.ts'
import { useWorkspace } from '../../workspace/workspace.ts'

/** An open editor. It belongs to the record it was opened for, wherever the active row goes. */
export type CellEdit<Row> = { serial: number; record: Row; column: string; anchor: HTMLElement }

/** The active cell of the active row, and the cells that are being edited. */
export type CellCursor<Row = unknown> = {
  /** Column id; null while whole rows are active. */
  column: ReadonlyAtom<string | null>
  /** Several while one is saved and the next is open. */
  edits: ReadonlyAtom<readonly CellEdit<Row>[]>
  /** Activates the column edited last, else the first editable one. False if there is none. */
  start: () => boolean
  /** Activates this column; false if it is not shown or never edited. */
  startAt: (column: string) => boolean
  /** To the next editable column; false at the end of the row. */
  move: (step: 1 | -1) => boolean
  edit: () => void
  /** Ends an edit; returns focus to the list, unless it went elsewhere (`isLeft`). */
  endEdit: (serial: number, isLeft: boolean) => void
  leave: () => void
}

/** `isEditable`: whether a column can be edited. Uses the grid's visible columns in order. */
export const createCellCursor = <Row>(
  grid: () => HTMLElement | null,
  activeRecord: () => Row | undefined,
  isEditable: (column: string) => boolean,
): CellCursor<Row> => {
  const column = createAtom<string | null>(null)
  const edits = createAtom<readonly CellEdit<Row>[]>([])
  let serial = 0
  let latest: string | null = null
  const cells = (): HTMLElement[] => {
    const row = activeDescendant(grid())?.closest('[role="row"]')
    return [...(row?.querySelectorAll<HTMLElement>('[data-column]') ?? [])].filter((cell) =>
      isEditable(cell.dataset.column ?? ''),
    )
  }
  const goTo = (cell: HTMLElement | undefined): boolean => {
    if (cell?.dataset.column === undefined) return false
    latest = cell.dataset.column
    reveal(grid(), cell)
    column.set(latest)
    return true
  }
  return {
    column,
    edits,
    start: () => {
      const found = cells()
      return goTo(found.find((cell) => cell.dataset.column === latest) ?? found[0])
    },
    startAt: (wanted) => goTo(cells().find((cell) => cell.dataset.column === wanted)),
    move: (step) => {
      const found = cells()
      const at = found.findIndex((cell) => cell.dataset.column === column.get())
      return goTo(found[at + step])
    },
    edit: () => {
      const record = activeRecord()
      const anchor = cells().find((cell) => cell.dataset.column === column.get())
      const edited = column.get()
      if (record === undefined || anchor === undefined || edited === null) return
      serial += 1
      edits.set([...edits.get(), { serial, record, column: edited, anchor }])
    },
    endEdit: (ended, isLeft) => {
      edits.set(edits.get().filter((edit) => edit.serial !== ended))
      if (!isLeft) grid()?.focus({ preventScroll: true })
    },
    leave: () => {
      edits.set([])
      column.set(null)
    },
  }
}

/** Scrolls a cell into view, not covered by pinned columns. */
const reveal = (grid: HTMLElement | null, cell: HTMLElement): void => {
  if (grid === null || getComputedStyle(cell).position === 'sticky') return
  const pinned = [...(cell.parentElement?.children ?? [])].filter(
    (other) => other !== cell && other.matches('.list-pinned, .list-check'),
  )
  const view = grid.getBoundingClientRect()
  const start = Math.max(view.left, ...pinned.map((other) => other.getBoundingClientRect().right))
  const { left, right } = cell.getBoundingClientRect()
  if (left < start) grid.scrollLeft -= start - left
  else if (right > view.left + grid.clientWidth) {
    grid.scrollLeft += Math.min(right - view.left - grid.clientWidth, left - start)
  }
}

/** Keys while a cell is active; others go to the list. */
export const cellKeys =
  (cursor: CellCursor, edit: () => void) =>
  (event: KeyboardEvent): void => {
    if (cursor.column.get() === null || cursor.edits.get().length > 0) return
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const name = event.key === 'Tab' && event.shiftKey ? 'Shift+Tab' : event.key
    const act = acts[name]
    if (act === undefined || !act(cursor, edit)) return
    event.preventDefault()
  }

/** Returns false to pass the key on. */
const acts: Record<string, (cursor: CellCursor, edit: () => void) => boolean> = {
  ArrowLeft: (cursor) => cursor.move(-1) || true,
  ArrowRight: (cursor) => cursor.move(1) || true,
  // Tab leaves the grid at the end of the row.
  Tab: (cursor) => cursor.move(1) || leave(cursor),
  'Shift+Tab': (cursor) => cursor.move(-1) || leave(cursor),
  Enter: (_, edit) => done(edit),
  F2: (_, edit) => done(edit),
  Escape: (cursor) => done(cursor.leave),
}

const done = (act: () => void): boolean => {
  act()
  return true
}

const leave = (cursor: CellCursor): boolean => {
  cursor.leave()
  return false
}

/** The cell cursor of a list, with the code why a cell cannot be edited. */
export const useCellCursor = <R extends ResourceName>(
  { resource, form }: ResourceView<R>,
  list: ListController<ResourceRecords[R], Where>,
  grid: RefObject<HTMLDivElement | null>,
) => {
  const { user, ports } = useWorkspace()
  const cells = useMemo(() => {
    const isField = (column: string) => form !== null && Object.hasOwn(form.updateFields, column)
    const cursor = createCellCursor(
      () => grid.current,
      () => list.activeRecord(),
      (column) => isField(column) && refusal(column) !== 'FORBIDDEN',
    )
    // Records of some resources are never updated.
    const verb = `${resources[resource].noun}.update`
    const whyNotUpdate = (): Code | null => (isVerb(verb) ? whyNot(user, verb) : 'READ_ONLY')
    const refusal = (field: string): Code | null => {
      const record = list.activeRecord()
      if (form === null || record === undefined) return 'NOT_FOUND'
      return form.whyNotEdit?.(user, record, field) ?? whyNotUpdate()
    }
    return {
      cursor,
      /** Of the row: null if any of its fields may be edited. */
      whyNot: () => {
        const refusals = Object.keys(form?.updateFields ?? {}).map(refusal)
        if (refusals.length === 0 || refusals.includes(null))
          return refusals.length === 0 ? refusal('') : null
        // Of a field that the role changes at other times.
        return refusals.find((code) => code !== 'FORBIDDEN') ?? 'FORBIDDEN'
      },
      isField,
      /** Of one cell of the active row. */
      whyNotAt: refusal,
      /** Edits the cell of the active row; false if that is refused. */
      editAt: (column: string): boolean => {
        if (refusal(column) !== null || !cursor.startAt(column)) return false
        cursor.edit()
        return true
      },
      start: () => {
        if (!cursor.start()) ports.notify({ tone: 'warning', titleKey: 'rows:noCell' })
      },
      edit: () => {
        const field = cursor.column.get() ?? ''
        const code = refusal(field)
        if (code === null) cursor.edit()
        else ports.notify({ tone: 'warning', titleKey: `${resource}:fields.${field}`, code })
      },
    }
  }, [resource, form, list, grid, user, ports])
  const { cursor } = cells
  // Moving focus by keyboard leaves the cell, except into its editor.
  useEffect(() => {
    const element = grid.current
    const onBlur = () => cursor.edits.get().length > 0 || cursor.leave()
    element?.addEventListener('blur', onBlur)
    return () => element?.removeEventListener('blur', onBlur)
  }, [cursor, grid])
  return cells
}
