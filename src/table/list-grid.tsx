// biome-ignore-all lint/a11y/useSemanticElements: a table cannot scroll a million rows; this is the ARIA grid pattern.
import { createAtom, type ReadonlyAtom } from '@xstate/store'
import {
  type CSSProperties,
  type KeyboardEventHandler,
  type Ref,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { SingleCurrency } from '../ui/format/money.tsx'
import { columnState, gridColumnState, narrowColumnState, useColumnLayout } from './column-layout.ts'
import {
  inSteps,
  MAX_NARROW,
  MENU_WIDTH,
  type NaturalWidths,
  roomIn,
  SELECTION_WIDTH,
  useMeasuredColumns,
  useNaturalWidths,
} from './column-widths.ts'
import { useRowHeight } from './density.ts'
import type { ColumnAction, ListColumn } from './list-column.ts'
import type { ListController } from './list-controller.ts'
import { ListHeader } from './list-header.tsx'
import { type CellLook, ListRows } from './list-rows.tsx'
import type { ListRecord } from './list-source.ts'
import { type ListTableColumn, useListTable } from './list-table.ts'
import { HEADER_HEIGHT } from './row-scroller.ts'
import { usePointer } from './use-pointer.ts'
import { useRowVirtualizer } from './use-row-virtualizer.ts'

export type ListGridProps<T extends ListRecord, Where> = {
  list: ListController<T, Where>
  columns: readonly ListColumn<T>[]
  /** What the grid is called. */
  label: string
  sort: string | null
  onSortChange: (sort: string | null) => void
  /** Under which the widths and the choice of columns are kept. */
  storageKey: string
  /** What the rows that are shown are filtered by: the widths of the columns follow it. */
  filter?: string
  /** In pixels, where it is not for the person to choose (`density`). */
  rowHeight?: number
  /** Named once in the headings of amounts, where the whole list has one currency. */
  currency?: string | null
  /** The rows are the last ones known: the server does not answer. */
  isStale?: boolean
  /** The box over all rows was checked; without it everything is selected. */
  onSelectAll?: () => void
  /** A row was double-clicked, or tapped; it is the active one by then. */
  onOpen?: () => void
  /** The content of a cell was clicked whose column has one of `actions`; its row is the active one by then. */
  onAction?: (action: ColumnAction) => void
  /** Those that the person may do; a constant. */
  actions?: readonly ColumnAction[]
  /** Height in pixels of what lies over the bottom of the grid: room below the last row. Fixed while it is mounted. */
  inset?: number
  /** What can be done with the active row was asked for with the mouse, by its button or over it: opens at `at`. */
  onMenu?: (at: DOMRect) => void
  /** What the button of a row's actions is called. */
  menuLabel?: string
  /** The active column within the active row; null for the row as a whole. Keep it stable. */
  cursor?: ReadonlyAtom<string | null>
  /** For the keys of a cursor; whatever it prevents is no command. */
  onKeyDown?: KeyboardEventHandler
  ref?: Ref<HTMLDivElement>
}

/**
 * A list of any length: @tanstack/react-virtual says which rows are rendered, @tanstack/react-table which columns they have.
 * Handles no key: commands move the controller. The grid has the focus and names the active row to screen readers. What a step
 * or a selection changes is rendered by `ListRows` alone, the grid's own attributes included.
 */
export const ListGrid = <T extends ListRecord, Where>({
  list,
  columns,
  label,
  sort,
  onSortChange,
  storageKey,
  filter = '',
  rowHeight: ownHeight,
  currency = null,
  isStale = false,
  onSelectAll = list.selectAll,
  onOpen,
  onAction,
  actions = noActions,
  inset = 0,
  onMenu,
  menuLabel,
  cursor = wholeRow,
  onKeyDown,
  ref,
}: ListGridProps<T, Where>) => {
  const id = useId()
  const grid = useRef<HTMLDivElement>(null)
  useImperativeHandle<HTMLDivElement | null, HTMLDivElement | null>(ref, () => grid.current)
  const { language } = useTranslation('table').i18n
  const [layout, setLayout] = useColumnLayout(storageKey)
  const natural = useNaturalWidths(storageKey, language)
  // Before the first layout, the width of the window: the first render is mostly right.
  const [width, setWidth] = useState(() => inSteps(window.innerWidth))
  const isNarrow = width <= MAX_NARROW && columns.some(({ narrow }) => narrow === 'title')
  const hasDetails = columns.some(({ narrow }) => narrow === 'detail')
  const chosenHeight = useRowHeight(isNarrow, hasDetails)
  const rowHeight = ownHeight ?? chosenHeight
  const menuWidth = menuLabel === undefined ? 0 : MENU_WIDTH
  // Without its scrollbar: the button at the end of a row is left of that.
  const view = useRowVirtualizer(list, grid, rowHeight, inset, (width) =>
    setWidth(inSteps(grid.current?.clientWidth ?? width)),
  )
  const state = useMemo(
    () =>
      isNarrow
        ? narrowColumnState(columns)
        : gridColumnState(columns, layout, roomIn(width) - menuWidth, natural),
    [columns, layout, width, menuWidth, natural, isNarrow],
  )
  const records = useMemo(() => view.records.filter((record) => record !== undefined), [view.records])
  const table = useListTable({
    columns,
    records,
    state,
    layout,
    onLayoutChange: setLayout,
    sort,
    onSortChange,
  })
  const shown = table.getVisibleLeafColumns()
  // A width that a person chose moves one edge alone.
  const hasOwnWidths = Object.keys(layout.widths).length > 0
  const inView = isNarrow || hasOwnWidths ? null : columnsInView(shown, width, menuWidth)
  const shape = [inView?.count ?? '']
    .concat(
      shown.map(
        (column) => `${column.id}${column.getIsPinned() ? '!' : ''}${isTight(column, natural) ? '~' : ''}`,
      ),
    )
    .join(isNarrow ? ';' : ',')
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new width moves CSS variables and renders no row.
  const looks = useMemo(
    () =>
      shown.map((column, place) => ({
        ...(isNarrow ? narrowLook(column) : cellLook(column, natural)),
        // After the boxes, the columns in view and the track that is left.
        ...(place === inView?.count && { style: { gridColumnStart: place + 3 } }),
        ...actionOf(column, actions),
      })),
    [columns, shape, actions],
  )
  const pinned = useMemo(() => columnState(columns, layout).columnPinning.start, [columns, layout])
  useMeasuredColumns({
    grid,
    storageKey,
    language,
    columns,
    shown: shown.map(({ id }) => id),
    records,
    filter,
    isNarrow,
  })
  const pointer = usePointer(list, { onOpen, onMenu, onAction, inset })

  return (
    <div
      ref={grid}
      role="grid"
      tabIndex={0}
      className={`list-grid${isNarrow ? ' list-narrow' : ''}${isStale ? ' list-stale' : ''}`}
      style={gridStyle(shown, rowHeight, isNarrow, menuWidth, inView)}
      aria-label={label}
      aria-multiselectable
      onKeyDown={onKeyDown}
      {...pointer}
    >
      <ListHeader
        list={list}
        onSelectAll={onSelectAll}
        headers={table.getHeaderGroups()[0]?.headers ?? []}
        looks={looks}
        sort={sort}
        currency={isNarrow ? null : currency}
        isResizable={!isNarrow}
        pinned={pinned}
      />
      <SingleCurrency value={isNarrow ? null : currency}>
        <ListRows
          list={list}
          grid={grid}
          id={id}
          cursor={cursor}
          rows={table.getRowModel().rows}
          rowHeight={rowHeight}
          looks={looks}
          menuLabel={menuLabel}
          {...view}
        />
      </SingleCurrency>
    </div>
  )
}

/** Narrower than its content, or than it was made while that is not measured. A text is cut by itself. */
const isTight = <T extends ListRecord>(column: ListTableColumn<T>, natural: NaturalWidths): boolean =>
  column.columnDef.meta?.minWidth === undefined &&
  column.getSize() < (natural[column.id] ?? column.columnDef.size ?? 0)

function cellLook<T extends ListRecord>(column: ListTableColumn<T>, natural: NaturalWidths): CellLook {
  const align = `list-cell list-${column.columnDef.meta?.align ?? 'start'}${isTight(column, natural) ? ' list-tight' : ''}`
  if (!column.getIsPinned()) return { className: align, style: undefined }
  return {
    className: `${align} list-pinned${column.getIsLastColumn('start') ? ' list-pinned-last' : ''}`,
    style: { left: `var(--list-left-${column.getPinnedIndex()})` },
  }
}

const actionOf = <T extends ListRecord>(
  { columnDef }: ListTableColumn<T>,
  actions: readonly ColumnAction[],
): Pick<CellLook, 'action'> => {
  const action = columnDef.meta?.action
  return action !== undefined && actions.includes(action) ? { action } : {}
}

const narrowLook = <T extends ListRecord>({ columnDef }: ListTableColumn<T>): CellLook => ({
  className: `list-cell list-at-${columnDef.meta?.narrow}`,
  style: undefined,
})

/**
 * The last column takes what is left of a wide screen, less the menu's; a narrow one's rows are as wide as it is. Where not
 * all columns have room, a track of its own takes what is left of the view, so that no column is cut by the edge.
 */
function gridStyle<T extends ListRecord>(
  columns: readonly ListTableColumn<T>[],
  rowHeight: number,
  isNarrow: boolean,
  menuWidth: number,
  inView: InView | null,
): CSSProperties {
  const heights = { '--list-row': `${rowHeight}px`, '--list-header': `${HEADER_HEIGHT}px` }
  if (isNarrow) return { ...heights, '--list-width': '100%' } as CSSProperties
  const sizes = columns.map((column) => column.getSize())
  const whole = sizes.reduce((sum, size) => sum + size, SELECTION_WIDTH + menuWidth)
  const tracks = sizes.map((size, place) =>
    place < sizes.length - 1 ? `${size}px` : `minmax(${size}px, 1fr)`,
  )
  if (inView !== null) tracks.splice(inView.count, 0, 'var(--list-rest)')
  const lefts = columns
    .filter((column) => column.getIsPinned())
    .map(
      (column, place) => [`--list-left-${place}`, `${SELECTION_WIDTH + column.getStart('start')}px`] as const,
    )
  const variables = {
    ...heights,
    '--list-columns': [`${SELECTION_WIDTH}px`, ...tracks, `${menuWidth}px`].join(' '),
    ...skeleton(columns, sizes),
    '--list-rest': inView === null ? '0px' : `max(0px, 100cqi + ${MAX_SCROLLBAR}px - ${inView.width}px)`,
    '--list-width': `calc(${whole}px + var(--list-rest))`,
    ...Object.fromEntries(lefts),
  }
  return variables as CSSProperties
}

/** In pixels. Where scrollbars are hidden, the room that is left for one is painted on: the next column begins after it. */
const MAX_SCROLLBAR = 16

/** How many columns are in view whole, left of the menu's button, and the width of the row up to there. */
type InView = { count: number; width: number }

/** Null where all are, or where what follows them is pinned. */
function columnsInView<T extends ListRecord>(
  columns: readonly ListTableColumn<T>[],
  gridWidth: number,
  menuWidth: number,
): InView | null {
  const sizes = columns.map((column) => column.getSize())
  const whole = sizes.reduce((sum, size) => sum + size, SELECTION_WIDTH + menuWidth)
  if (whole <= gridWidth) return null
  const room = roomIn(gridWidth) - menuWidth
  let width = SELECTION_WIDTH
  let count = 0
  while (width + (sizes[count] ?? 0) <= room) width += sizes[count++] ?? 0
  return count === 0 || columns[count]?.getIsPinned() ? null : { count, width }
}

/** One bar a column, for rows that are on their way: layers of a background, so that such a row needs no cells. */
function skeleton<T extends ListRecord>(columns: readonly ListTableColumn<T>[], sizes: readonly number[]) {
  let left = SELECTION_WIDTH
  const bars = columns.map(({ columnDef }, place) => {
    const size = sizes[place] ?? 0
    const width = Math.round((size - 16) * 0.6)
    const isEnd = columnDef.meta?.align === 'end'
    const x = left + (isEnd ? size - 8 - width : 8)
    left += size
    return { x, width }
  })
  return {
    '--list-bars': ['box', ...bars].map(() => 'var(--list-bar)').join(),
    '--list-bar-places': ['12px', ...bars.map(({ x }) => `${x}px`)].map((x) => `${x} 50%`).join(),
    '--list-bar-sizes': ['16px 16px', ...bars.map(({ width }) => `${width}px 10px`)].join(),
  }
}

const noActions: readonly ColumnAction[] = []

const wholeRow: ReadonlyAtom<string | null> = createAtom<string | null>(null)
