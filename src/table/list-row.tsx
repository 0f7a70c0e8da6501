// biome-ignore-all lint/a11y/useSemanticElements: a table cannot scroll a million rows; this is the ARIA grid pattern.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names the active row.
import { type CSSProperties, memo } from 'react'
import type { ListColumn } from './list-column.ts'
import type { ListRecord } from './list-source.ts'
import { activeMark, goneMark, selectedMark } from './list-view.ts'

/** What stands in the cells of a column and how it looks; a new array of them renders every row again. */
export type ListCell<T> = {
  readonly column: ListColumn<T>
  readonly className: string
  readonly style: CSSProperties | undefined
}

export type ListRowProps<T extends ListRecord> = {
  record: T
  index: number
  id: string
  /** Which of the marks of a row it has. */
  marks: number
  cells: readonly ListCell<T>[]
  /** Names the button that opens the row's actions; without it there is none. */
  menuLabel?: string
}

const LoadedRow = <T extends ListRecord>({ record, index, id, marks, cells, menuLabel }: ListRowProps<T>) => (
  <div
    role="row"
    id={id}
    className={classNames[marks]}
    aria-rowindex={index + 2}
    aria-selected={(marks & selectedMark) > 0}
    aria-disabled={(marks & goneMark) > 0 || undefined}
    data-index={index}
  >
    <div role="gridcell" className="list-cell list-check" data-check />
    {cells.map(({ column, className, style }) => (
      <div key={column.id} role="gridcell" data-column={column.id} className={className} style={style}>
        {column.cell(record)}
      </div>
    ))}
    {menuLabel && (
      <div role="gridcell" className="list-more">
        {/* No tab stop: a key opens the same. */}
        <button type="button" tabIndex={-1} aria-label={menuLabel} data-more />
      </div>
    )}
  </div>
)

/** Rendered again when its record, its place or its marks are others: never because another row's are. */
export const ListRow = memo(LoadedRow) as typeof LoadedRow

/** A row that is on its way: as high as any other. */
export const PendingRow = memo(({ index, id }: { index: number; id: string }) => (
  <div
    role="row"
    id={id}
    className="list-row list-row-pending"
    aria-rowindex={index + 2}
    aria-busy
    data-index={index}
  >
    <div role="gridcell" className="list-pending" />
  </div>
))

const classNames = Array.from({ length: 8 }, (_, marks) =>
  [
    'list-row',
    marks & activeMark && 'list-row-active',
    marks & selectedMark && 'list-row-selected',
    marks & goneMark && 'list-row-gone',
  ]
    .filter(Boolean)
    .join(' '),
)
