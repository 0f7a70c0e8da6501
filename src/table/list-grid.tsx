// biome-ignore-all lint/a11y/useSemanticElements: a table cannot scroll a million rows; this is the ARIA grid pattern.
import {
  type CSSProperties,
  type KeyboardEventHandler,
  type Ref,
  useCallback,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react'
import { SingleCurrency } from '../ui/figures/single-currency.ts'
import { type PlacedColumn, placeColumns, placeNarrow, selectionWidth, withWidth } from './column-layout.ts'
import { useRowHeight } from './density.ts'
import type { ListColumn } from './list-column.ts'
import type { ListController } from './list-controller.ts'
import { ListHeader } from './list-header.tsx'
import type { ListCell } from './list-row.tsx'
import { ListRows } from './list-rows.tsx'
import type { ListRecord } from './list-source.ts'
import { headerHeight } from './scroller.ts'
import type { ReadableStore } from './store.ts'
import { useColumnLayout } from './use-column-layout.ts'
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
  /** In pixels, where it is not for the person to choose (`density`). */
  rowHeight?: number
  /** Named once in the headings of amounts, where the whole list has one currency. */
  currency?: string | null
  /** The rows are the last ones known: nobody answers. */
  isStale?: boolean
  /** A row was double-clicked; it is the active one by then. */
  onOpen?: () => void
  /** What can be done with the active row was asked for with the mouse, by its button or over it: opens at `at`. */
  onMenu?: (at: DOMRect) => void
  /** What the button of a row's actions is called. */
  menuLabel?: string
  /** The column that the keyboard stands on within the active row; null for the row as a whole. Keep it stable. */
  cursor?: ReadableStore<string | null>
  /** For the keys of a cursor; whatever it prevents is no command. */
  onKeyDown?: KeyboardEventHandler
  ref?: Ref<HTMLDivElement>
}

/**
 * A list of any length: only the rows in the window are rendered. Handles no key: commands move the controller. The
 * grid has the focus and names the active row to screen readers. This component renders again when its columns do; what
 * an answer, a step or a scroll changes is rendered by `ListRows` alone, the grid's own attributes included.
 */
export const ListGrid = <T extends ListRecord, Where>({
  list,
  columns,
  label,
  sort,
  onSortChange,
  storageKey,
  rowHeight: ownHeight,
  currency = null,
  isStale = false,
  onOpen,
  onMenu,
  menuLabel,
  cursor = wholeRow,
  onKeyDown,
  ref,
}: ListGridProps<T, Where>) => {
  const id = useId()
  const grid = useRef<HTMLDivElement>(null)
  useImperativeHandle<HTMLDivElement | null, HTMLDivElement | null>(ref, () => grid.current)
  const [layout, setLayout] = useColumnLayout(storageKey)
  const room = useRoom(list, grid)
  const isNarrow = room <= narrowRoom && columns.some(({ narrow }) => narrow === 'title')
  const chosenHeight = useRowHeight(isNarrow)
  const rowHeight = ownHeight ?? chosenHeight
  useLayoutEffect(() => list.setRowHeight(rowHeight), [list, rowHeight])
  const laid = isNarrow ? placeNarrow(columns) : placeColumns(columns, layout, room)
  const shape = laid
    .map(({ column, left }) => `${column.id}${left === null ? '' : '!'}`)
    .join(isNarrow ? ';' : ',')
  const widths = laid.map(({ width, left }) => `${width} ${left}`).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another room mostly leaves the columns where they stand.
  const placed = useMemo(() => laid, [columns, shape, widths])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new width moves CSS variables and renders no row.
  const cells = useMemo(() => placed.map(isNarrow ? toNarrowCell : toCell), [columns, shape])
  // A column narrower than it was made may be narrower than what stands in it.
  const isTight = placed.some(({ column, width }) => width < column.width)
  const pointer = usePointer(list, { onOpen, onMenu })
  const resize = useCallback(
    (column: string, width: number) => setLayout(withWidth(layout, column, width)),
    [layout, setLayout],
  )

  return (
    <div
      ref={grid}
      role="grid"
      tabIndex={0}
      className={`list-grid${isNarrow ? ' list-narrow' : ''}${isTight ? ' list-tight' : ''}${isStale ? ' list-stale' : ''}`}
      style={gridStyle(placed, rowHeight, isNarrow)}
      aria-label={label}
      aria-multiselectable
      onKeyDown={onKeyDown}
      {...pointer}
    >
      <ListHeader
        list={list}
        columns={placed}
        cells={cells}
        sort={sort}
        currency={isNarrow ? null : currency}
        onSortChange={onSortChange}
        onResize={isNarrow ? null : resize}
      />
      <SingleCurrency value={isNarrow ? null : currency}>
        <ListRows list={list} grid={grid} id={id} cursor={cursor} cells={cells} menuLabel={menuLabel} />
      </SingleCurrency>
    </div>
  )
}

function toCell<T>(
  { column, left }: PlacedColumn<T>,
  place: number,
  placed: readonly PlacedColumn<T>[],
): ListCell<T> {
  const align = `list-cell list-${column.align ?? 'start'}`
  if (left === null) return { column, className: align, style: undefined }
  const isLast = (placed[place + 1]?.left ?? null) === null
  return {
    column,
    className: `${align} list-pinned${isLast ? ' list-pinned-last' : ''}`,
    style: { left: `var(--list-left-${place})` },
  }
}

const toNarrowCell = <T,>({ column }: PlacedColumn<T>): ListCell<T> => ({
  column,
  className: `list-cell list-at-${column.narrow}`,
  style: undefined,
})

/** The last column takes what is left of a wide screen; a narrow one's rows are as wide as it is. */
function gridStyle<T>(
  placed: readonly PlacedColumn<T>[],
  rowHeight: number,
  isNarrow: boolean,
): CSSProperties {
  const heights = { '--list-row': `${rowHeight}px`, '--list-header': `${headerHeight}px` }
  if (isNarrow) return { ...heights, '--list-width': '100%' } as CSSProperties
  const widths = placed.map(({ width }, place) =>
    place < placed.length - 1 ? `${width}px` : `minmax(${width}px, 1fr)`,
  )
  const lefts = placed.flatMap(({ left }, place) =>
    left === null ? [] : [[`--list-left-${place}`, `${left}px`] as const],
  )
  const variables = {
    ...heights,
    '--list-columns': [`${selectionWidth}px`, ...widths].join(' '),
    '--list-width': `${placed.reduce((sum, { width }) => sum + width, selectionWidth)}px`,
    ...Object.fromEntries(lefts),
  }
  return variables as CSSProperties
}

/** A list that has less room than this, in pixels, shows each row in two lines. */
const narrowRoom = 600

const wholeRow: ReadableStore<null> = { get: () => null, subscribe: () => () => undefined }
