// biome-ignore-all lint/a11y/useSemanticElements: a table cannot scroll a million rows; this is the ARIA grid pattern.
import { useTable } from '@tanstack/react-table'
import {
  type CSSProperties,
  useCallback,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from 'react'
import { type PlacedColumn, placeColumns, selectionWidth, withWidth } from './column-layout.ts'
import type { ListColumn } from './list-column.ts'
import type { ListController } from './list-controller.ts'
import './list-grid.css'
import { ListHeader } from './list-header.tsx'
import type { CellLook, ListColumnDef } from './list-row.tsx'
import { ListRow, listFeatures, PendingRow } from './list-row.tsx'
import type { ListRecord } from './list-source.ts'
import { useColumnLayout } from './use-column-layout.ts'
import { useListStatus } from './use-list-controller.ts'
import { usePointer } from './use-pointer.ts'
import { useRoom } from './use-room.ts'

export type ListGridProps<T extends ListRecord, Where> = {
  list: ListController<T, Where>
  columns: readonly ListColumn<T>[]
  /** What the grid is called. */
  label: string
  sort: string | null
  onSortChange: (sort: string | null) => void
  /** Under which the widths and the choice of columns are kept. */
  storageKey: string
  /** A row was double-clicked; it is the active one by then. */
  onOpen?: () => void
}

/**
 * A list of any length: the table engine is given the rows in the window and nothing else. Handles no key:
 * commands move the controller. The grid has the focus and names the active row to screen readers.
 */
export const ListGrid = <T extends ListRecord, Where>({
  list,
  columns,
  label,
  sort,
  onSortChange,
  storageKey,
  onOpen,
}: ListGridProps<T, Where>) => {
  const id = useId()
  const grid = useRef<HTMLDivElement>(null)
  const header = useRef<HTMLDivElement>(null)
  const view = useSyncExternalStore(list.rows.subscribe, list.rows.get)
  const { phase } = useListStatus(list)
  const [layout, setLayout] = useColumnLayout(storageKey)
  const room = useRoom(grid)
  const placed = useMemo(() => placeColumns(columns, layout, room), [columns, layout, room])
  const looksKey = placed.map(({ column, left }) => `${column.id}${left === null ? '' : '!'}`).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new width moves CSS variables and renders no row.
  const { defs, looks } = useMemo(
    () => ({ defs: placed.map(toDef), looks: placed.map(toLook) }),
    [columns, looksKey],
  )
  const data = useMemo(() => view.records.filter((record) => record !== undefined), [view])
  const table = useTable({ features: listFeatures, columns: defs, data, getRowId }, selectNothing)
  const pointer = usePointer(list, onOpen)
  const resize = useCallback(
    (column: string, width: number) => setLayout(withWidth(layout, column, width)),
    [layout, setLayout],
  )

  useLayoutEffect(() => {
    if (grid.current && header.current) return list.attach(grid.current, header.current)
  }, [list])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the rows of this view are in the document.
  useLayoutEffect(list.flushScroll, [view])
  useLayoutEffect(() => {
    const point = () => {
      const step = list.activeIndex() - list.rows.get().first
      const isRendered = step >= 0 && step < list.rows.get().records.length
      if (isRendered) grid.current?.setAttribute('aria-activedescendant', `${id}-${list.activeIndex()}`)
      else grid.current?.removeAttribute('aria-activedescendant')
    }
    point()
    return list.marks.subscribe(point)
  }, [list, id])

  const { rows } = table.getRowModel()
  const awaited = phase === 'loading' && view.total === 0 ? awaitedRows : 0
  let loaded = 0
  return (
    <div
      ref={grid}
      role="grid"
      tabIndex={0}
      className="list-grid"
      style={gridStyle(placed, view.rowHeight)}
      aria-label={label}
      aria-multiselectable
      aria-rowcount={view.total + 1}
      aria-busy={phase === 'loading'}
      {...pointer}
    >
      <ListHeader
        ref={header}
        list={list}
        columns={placed}
        looks={looks}
        sort={sort}
        onSortChange={onSortChange}
        onResize={resize}
      />
      <div
        role="rowgroup"
        className="list-canvas"
        style={{ height: view.canvasHeight + awaited * view.rowHeight }}
      >
        <div role="presentation" className="list-slab" style={{ top: view.top }}>
          {view.records.map((record, step) => {
            const index = view.first + step
            const row = record && rows[loaded++]
            return row ? (
              <ListRow key={index} list={list} row={row} index={index} id={`${id}-${index}`} looks={looks} />
            ) : (
              <PendingRow key={index} index={index} id={`${id}-${index}`} />
            )
          })}
          {Array.from({ length: awaited }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders before anything is known; all alike.
            <PendingRow key={index} index={index} id={`${id}-${index}`} />
          ))}
        </div>
      </div>
    </div>
  )
}

function toDef<T extends ListRecord>({ column }: PlacedColumn<T>): ListColumnDef<T> {
  return { id: column.id, cell: ({ row }) => column.cell(row.original) }
}

function toLook<T>(
  { column, left }: PlacedColumn<T>,
  place: number,
  placed: readonly PlacedColumn<T>[],
): CellLook {
  const align = `list-cell list-${column.align ?? 'start'}`
  if (left === null) return { className: align, left: undefined }
  const isLast = (placed[place + 1]?.left ?? null) === null
  return {
    className: `${align} list-pinned${isLast ? ' list-pinned-last' : ''}`,
    left: `var(--list-left-${place})`,
  }
}

/** The last column takes what is left of a wide screen. */
function gridStyle<T>(placed: readonly PlacedColumn<T>[], rowHeight: number): CSSProperties {
  const widths = placed.map(({ width }, place) =>
    place < placed.length - 1 ? `${width}px` : `minmax(${width}px, 1fr)`,
  )
  const lefts = placed.map(({ left }, place) => [`--list-left-${place}`, `${left ?? 0}px`] as const)
  const variables = {
    '--list-row': `${rowHeight}px`,
    '--list-columns': [`${selectionWidth}px`, ...widths].join(' '),
    '--list-width': `${placed.reduce((sum, { width }) => sum + width, selectionWidth)}px`,
    ...Object.fromEntries(lefts),
  }
  return variables as CSSProperties
}

/** Shown before the first answer says how many there are. */
const awaitedRows = 12

const getRowId = (record: ListRecord) => record.id
const selectNothing = () => null
