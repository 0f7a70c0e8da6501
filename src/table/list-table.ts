import {
  type Column,
  type ColumnDef,
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  functionalUpdate,
  type Header,
  metaHelper,
  type ReactTable,
  type Row,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  type Updater,
  useTable,
} from '@tanstack/react-table'
import { useMemo } from 'react'
import { type ColumnLayout, type ColumnState, withColumnState } from './column-layout.ts'
import { MAX_WIDTH, MIN_WIDTH } from './column-widths.ts'
import type { ListColumn } from './list-column.ts'
import type { ListRecord } from './list-source.ts'

/**
 * Features used of TanStack Table: columns and sort state. Filtering, sorting and paging happen on the server, and the
 * selection includes rows that are not loaded.
 */
export const listFeatures = tableFeatures({
  columnOrderingFeature,
  columnVisibilityFeature,
  columnSizingFeature,
  columnResizingFeature,
  columnPinningFeature,
  rowSortingFeature,
  columnMeta: metaHelper<Omit<ListColumn<never>, 'cell'>>(),
})

type ListFeatures = typeof listFeatures
export type ListTable<T extends ListRecord> = ReactTable<ListFeatures, T, null>
export type ListTableColumn<T extends ListRecord> = Column<ListFeatures, T>
export type ListTableHeader<T extends ListRecord> = Header<ListFeatures, T, unknown>
export type ListTableRow<T extends ListRecord> = Row<ListFeatures, T>

type ListTableOptions<T extends ListRecord> = {
  columns: readonly ListColumn<T>[]
  /** Loaded records of the rendered rows only. */
  records: readonly T[]
  /** The visible state; `layout`: where changes are stored. */
  state: ColumnState
  layout: ColumnLayout
  onLayoutChange: (layout: ColumnLayout) => void
  sort?: string | null
  onSortChange?: (sort: string | null) => void
}

/** The table of a list. Its owner renders when the layout changes; the table's own state renders nothing. */
export function useListTable<T extends ListRecord>({
  columns,
  records,
  state,
  layout,
  onLayoutChange,
  sort = null,
  onSortChange,
}: ListTableOptions<T>): ListTable<T> {
  const definitions = useMemo(() => columnDefs(columns), [columns])
  const sorting = useMemo(() => sortingOf(columns, sort), [columns, sort])
  const store =
    <K extends keyof ColumnState>(key: K) =>
    (updater: Updater<ColumnState[K]>) =>
      onLayoutChange(
        withColumnState(
          columns,
          layout,
          { [key]: functionalUpdate(updater, state[key]) },
          state.columnSizing,
        ),
      )
  return useTable<ListFeatures, T, null>(
    {
      features: listFeatures,
      columns: definitions,
      data: records,
      getRowId: ({ id }) => id,
      state: { ...state, sorting },
      onColumnOrderChange: store('columnOrder'),
      onColumnVisibilityChange: store('columnVisibility'),
      onColumnSizingChange: store('columnSizing'),
      onColumnPinningChange: store('columnPinning'),
      onSortingChange: (updater) => onSortChange?.(sortOf(columns, functionalUpdate(updater, sorting))),
      manualSorting: true,
      enableMultiSort: false,
      sortDescFirst: false,
      columnResizeMode: 'onChange',
    },
    () => null,
  )
}

/** Converts our column definitions; `meta` has what only our grid uses. */
function columnDefs<T extends ListRecord>(columns: readonly ListColumn<T>[]): ColumnDef<ListFeatures, T>[] {
  return columns.map(({ cell, ...column }) => ({
    id: column.id,
    header: column.header,
    cell: ({ row }) => cell(row.original),
    // Sorting requires an accessor; its value is unused, since the server sorts.
    ...(column.sortKey === undefined ? {} : { accessorFn: ({ id }: T) => id }),
    size: column.width,
    minSize: MIN_WIDTH,
    maxSize: MAX_WIDTH,
    meta: column,
  }))
}

/** `key` ascending, `-key` descending, null default. */
function sortingOf<T>(columns: readonly ListColumn<T>[], sort: string | null): SortingState {
  const desc = sort?.startsWith('-') ?? false
  const column = columns.find(({ sortKey }) => sortKey !== undefined && sortKey === sort?.slice(desc ? 1 : 0))
  return column === undefined ? [] : [{ id: column.id, desc }]
}

function sortOf<T>(columns: readonly ListColumn<T>[], [first]: SortingState): string | null {
  const key = columns.find(({ id }) => id === first?.id)?.sortKey
  return key === undefined ? null : `${first?.desc ? '-' : ''}${key}`
}
