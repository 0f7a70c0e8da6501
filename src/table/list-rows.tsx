// biome-ignore-all lint/a11y/useSemanticElements: a table cannot scroll a million rows; this is the ARIA grid pattern.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names the active row.
import { flexRender } from '@tanstack/react-table'
import type { ReadonlyAtom } from '@xstate/store'
import { useAtom } from '@xstate/store-react'
import { type CSSProperties, memo, type RefObject, useLayoutEffect } from 'react'
import { rowId, useActiveDescendant } from './active-row.ts'
import type { ColumnAction } from './list-column.ts'
import { type ListController, type ListStatus, rowMarks } from './list-controller.ts'
import type { ListRecord } from './list-source.ts'
import type { ListTableRow } from './list-table.ts'

/** Class and style of a column's cells; a new array renders every row. */
export type CellLook = {
  readonly className: string
  readonly style: CSSProperties | undefined
  readonly action?: ColumnAction
}

export type ListRowsProps<T extends ListRecord> = {
  list: Pick<ListController<T, never>, 'changes' | 'marksIn' | 'status' | 'activeIndex'>
  grid: RefObject<HTMLElement | null>
  id: string
  cursor: ReadonlyAtom<string | null>
  /** List index of the first rendered row. */
  first: number
  /** Rendered rows, undefined if not loaded; `rows`: the loaded ones in order. */
  records: readonly (T | undefined)[]
  rows: readonly ListTableRow<T>[]
  looks: readonly CellLook[]
  total: number
  rowHeight: number
  top: number
  canvasHeight: number
  menuLabel?: string
}

/** The rendered rows on a canvas of full height. Only this renders when the active row or selection changes. */
const Rows = <T extends ListRecord>(props: ListRowsProps<T>) => {
  const { list, grid, id, cursor, first, records, rows, looks, total, rowHeight, top, menuLabel } = props
  const end = first + records.length
  const marks = useAtom(list.changes, () => list.marksIn(first, end))
  const phase = useAtom(list.status, phaseOf)
  const isLoading = phase !== 'still'
  const isAwaited = phase === 'awaited'
  const awaited = isAwaited ? Math.floor((grid.current?.clientHeight ?? 0) / rowHeight) : 0
  useLayoutEffect(() => {
    grid.current?.setAttribute('aria-rowcount', `${total + 1}`)
    grid.current?.setAttribute('aria-busy', `${isLoading}`)
  }, [grid, total, isLoading])
  const active = list.activeIndex()
  useActiveDescendant({ grid, id, cursor, index: active >= first && active < end ? active : null })
  const loaded = rows.values()
  return (
    <div
      role="rowgroup"
      className="list-canvas"
      style={{ height: isAwaited ? awaited * rowHeight : props.canvasHeight }}
    >
      <div role="presentation" className="list-slab" style={{ top }}>
        {records.map((record, step) => {
          const index = first + step
          const row = record === undefined ? undefined : loaded.next().value
          return row === undefined ? (
            <PendingRow key={index} index={index} id={rowId(id, index)} />
          ) : (
            <ListRow
              key={index}
              row={row}
              index={index}
              id={rowId(id, index)}
              marks={marks[step] ?? 0}
              looks={looks}
              menuLabel={menuLabel}
            />
          )
        })}
        {isAwaited && <AwaitedRows id={id} count={awaited} />}
      </div>
    </div>
  )
}

export const ListRows = memo(Rows) as typeof Rows

type ListRowProps<T extends ListRecord> = {
  row: ListTableRow<T>
  index: number
  id: string
  /** Bits of `rowMarks`. */
  marks: number
  looks: readonly CellLook[]
  /** Label of the row's menu button; without it there is no button. */
  menuLabel?: string
}

const LoadedRow = <T extends ListRecord>({ row, index, id, marks, looks, menuLabel }: ListRowProps<T>) => (
  <div
    role="row"
    id={id}
    className={classNames[marks]}
    aria-rowindex={index + 2}
    aria-selected={(marks & rowMarks.selected) > 0}
    aria-disabled={(marks & rowMarks.gone) > 0 || undefined}
    data-index={index}
  >
    <div role="gridcell" className="list-cell list-check" data-check />
    {row.getVisibleCells().map((cell, place) => (
      <div
        key={cell.column.id}
        role="gridcell"
        data-column={cell.column.id}
        data-action={looks[place]?.action}
        className={looks[place]?.className}
        style={looks[place]?.style}
      >
        {flexRender(cell.column.columnDef.cell, cell.getContext())}
      </div>
    ))}
    {menuLabel && (
      <div role="gridcell" className="list-more">
        {/* No tab stop: a shortcut does the same. */}
        <button type="button" tabIndex={-1} aria-label={menuLabel} data-more />
      </div>
    )}
  </div>
)

/** Compared by record, position and marks, because the table creates new row objects whenever the view moves. */
const ListRow = memo(
  LoadedRow,
  ({ row: before, ...was }, { row, ...is }) =>
    before.original === row.original &&
    was.index === is.index &&
    was.id === is.id &&
    was.marks === is.marks &&
    was.looks === is.looks &&
    was.menuLabel === is.menuLabel,
) as typeof LoadedRow

/** Placeholder of a loading row; its bars are drawn by CSS. */
const PendingRow = memo(({ index, id, className }: { index: number; id: string; className?: string }) => (
  <div
    role="row"
    id={id}
    className={`list-row list-row-pending${className ?? ''}`}
    aria-rowindex={index + 2}
    aria-busy
    data-index={index}
  >
    <div role="gridcell" className="list-pending" />
  </div>
))

/** Placeholders before the first answer gives the total: as many as fit. */
const AwaitedRows = ({ id, count }: { id: string; count: number }) =>
  Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholders before anything is known; all alike.
    <PendingRow key={index} index={index} id={rowId(id, index)} className=" appears-late" />
  ))

const phaseOf = ({ phase, isAwaited }: ListStatus) =>
  isAwaited ? 'awaited' : phase === 'loading' ? 'loading' : 'still'

const classNames = Array.from({ length: 8 }, (_, marks) =>
  [
    'list-row',
    marks & rowMarks.active && 'list-row-active',
    marks & rowMarks.selected && 'list-row-selected',
    marks & rowMarks.gone && 'list-row-gone',
  ]
    .filter(Boolean)
    .join(' '),
)
