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
  /** Accessible name of the grid. */
  label: string
  sort: string | null
  onSortChange: (sort: string | null) => void
  /** Key under which column settings are stored. */
  storageKey: string
  /** The current filter: column widths are measured per filter. */
  filter?: string
  /** In pixels; default: the user's density. */
  rowHeight?: number
  /** Shown in the headings of money columns, if all rows share it. */
  currency?: string | null
  /** The server does not answer: rows are from the last successful load. */
  isStale?: boolean
  /** Handler of the header checkbox; default: selects all. */
  onSelectAll?: () => void
  /** A row was double-clicked or tapped; it is active by then. */
  onOpen?: () => void
  /** The content of a cell with an action was clicked; its row is active by then. */
  onAction?: (action: ColumnAction) => void
  /** One click on a row opens it. */
  opensOnClick?: boolean
  /** Actions that the user may do; must be a constant. */
  actions?: readonly ColumnAction[]
  /** Pixels covered at the bottom of the grid: padding below the last row. Must not change while mounted. */
  inset?: number
  /** The row's menu was requested by mouse; open it at `at`. */
  onMenu?: (at: DOMRect, column?: string) => void
  /** A cell was double-clicked: edits it; false if it is none that can be edited. */
  onEdit?: (column: string) => boolean
  /** The menu of a column was requested. */
  onHeadingMenu?: (column: string, at: DOMRect) => void
  /** Names of the filters in use, comma-separated: their columns are marked in the heading. */
  filtered?: string
  /** Label of the row's menu button. */
  menuLabel?: string
  /** The active column in the active row; null for the whole row. Must be stable. */
  cursor?: ReadonlyAtom<string | null>
  /** Key handler of a cell cursor; events it prevents run no command. */
  onKeyDown?: KeyboardEventHandler
  ref?: Ref<HTMLDivElement>
}

/**
 * A virtualised list of any length (@tanstack/react-virtual, @tanstack/react-table). Handles no keys: commands use the
 * controller. The grid has focus and names the active row by `aria-activedescendant`. Only `ListRows` renders on moves and
 * selection.
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
  opensOnClick,
  onAction,
  actions = noActions,
  inset = 0,
  onMenu,
  onEdit,
  onHeadingMenu,
  filtered = '',
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
  // The window's width until the first layout.
  const [width, setWidth] = useState(() => inSteps(window.innerWidth))
  const isNarrow = width <= MAX_NARROW && columns.some(({ narrow }) => narrow === 'title')
  const places = columns.map(({ narrow }) => narrow)
  const chosenHeight = useRowHeight(isNarrow, places)
  const rowHeight = ownHeight ?? chosenHeight
  const menuWidth = menuLabel === undefined ? 0 : MENU_WIDTH
  // Without the scrollbar, left of which the row menu is.
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
  // A user's resize moves one edge only.
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
        // After the checkboxes, the visible columns and the filler track.
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
  const pointer = usePointer(list, { onOpen, opensOnClick, onMenu, onEdit, onAction, inset })

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
        onMenu={isNarrow ? undefined : onHeadingMenu}
        filtered={filtered}
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

/** Narrower than its content, or than its default while not measured. Texts truncate by themselves. */
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
 * Grid columns. Wide screens: the last column takes the rest, less the menu's width; narrow ones: rows fill the width. If not
 * all columns fit, a filler track takes the rest, so that no column is cut by the edge.
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

/** In pixels. With overlay scrollbars the reserved space is painted over; the next column starts after it. */
const MAX_SCROLLBAR = 16

/** Number of fully visible columns left of the menu button, and their total width. */
type InView = { count: number; width: number }

/** Null if all are visible, or a pinned column follows. */
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

/** Placeholder bars as a background image, so that loading rows need no cells. */
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
