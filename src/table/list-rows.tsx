// biome-ignore-all lint/a11y/useSemanticElements: a table cannot scroll a million rows; this is the ARIA grid pattern.
import { memo, type RefObject, useLayoutEffect, useSyncExternalStore } from 'react'
import type { ListController } from './list-controller.ts'
import { type ListCell, ListRow, PendingRow } from './list-row.tsx'
import type { ListRecord } from './list-source.ts'
import type { ListStatus } from './list-view.ts'
import type { ReadableStore } from './store.ts'
import { rowId, useActiveDescendant } from './use-active-descendant.ts'

export type ListRowsProps<T extends ListRecord> = {
  list: Pick<ListController<T, never>, 'rows' | 'rowMarks' | 'status' | 'activeIndex' | 'flushScroll'>
  grid: RefObject<HTMLElement | null>
  id: string
  /** The column that the keyboard stands on. */
  cursor: ReadableStore<string | null>
  cells: readonly ListCell<T>[]
  menuLabel?: string
}

/** The rows in the window on a canvas as long as all of them. Alone renders again when the list scrolls or the active row moves. */
const Rows = <T extends ListRecord>({ list, grid, id, cursor, cells, menuLabel }: ListRowsProps<T>) => {
  const view = useSyncExternalStore(list.rows.subscribe, list.rows.get)
  const marks = useSyncExternalStore(list.rowMarks.subscribe, list.rowMarks.get)
  const phase = useSyncExternalStore(list.status.subscribe, () => phaseOf(list.status.get()))
  const isLoading = phase !== 'still'
  const isAwaited = phase === 'awaited'
  useLayoutEffect(() => {
    grid.current?.setAttribute('aria-rowcount', `${view.total + 1}`)
    grid.current?.setAttribute('aria-busy', `${isLoading}`)
  }, [grid, view.total, isLoading])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the rows of this view are in the document.
  useLayoutEffect(list.flushScroll, [view])
  useActiveDescendant(grid, list, id, cursor)
  const { first, records, rowHeight } = view
  return (
    <div
      role="rowgroup"
      className="list-canvas"
      style={{ height: isAwaited ? awaitedRows * rowHeight : view.canvasHeight }}
    >
      <div role="presentation" className="list-slab" style={{ top: view.top }}>
        {records.map((record, step) => {
          const index = first + step
          return record === undefined ? (
            <PendingRow key={index} index={index} id={rowId(id, index)} />
          ) : (
            <ListRow
              key={index}
              record={record}
              index={index}
              id={rowId(id, index)}
              marks={marks[step] ?? 0}
              cells={cells}
              menuLabel={menuLabel}
            />
          )
        })}
        {isAwaited && <AwaitedRows id={id} />}
      </div>
    </div>
  )
}

export const ListRows = memo(Rows) as typeof Rows

const phaseOf = ({ phase, isAwaited }: ListStatus) =>
  isAwaited ? 'awaited' : phase === 'loading' ? 'loading' : 'still'

const AwaitedRows = ({ id }: { id: string }) =>
  Array.from({ length: awaitedRows }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholders before anything is known; all alike.
    <PendingRow key={index} index={index} id={rowId(id, index)} />
  ))

/** Shown before the first answer says how many there are. */
const awaitedRows = 12
