// biome-ignore-all lint/a11y/useSemanticElements: a table cannot scroll a million rows; this is the ARIA grid pattern.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names the active row.
import { type ColumnDef, flexRender, type Row, tableFeatures } from '@tanstack/react-table'
import { memo, useSyncExternalStore } from 'react'
import type { ListController } from './list-controller.ts'
import type { ListRecord } from './list-source.ts'

/** Sorting, filtering, selection and paging are the server's and ours: the table engine needs no feature at all. */
export const listFeatures = tableFeatures({})

export type ListColumnDef<T extends ListRecord> = ColumnDef<typeof listFeatures, T>

/** What a cell looks like, by place; a new array renders every row again. */
export type CellLook = { readonly className: string; readonly left: string | undefined }

export type ListRowProps<T extends ListRecord> = {
  list: Pick<ListController<T, never>, 'marks' | 'activeIndex' | 'isSelected' | 'isGone'>
  row: Row<typeof listFeatures, T>
  index: number
  id: string
  looks: readonly CellLook[]
}

const LiveRow = <T extends ListRecord>({ list, row, index, id, looks }: ListRowProps<T>) => {
  const record = row.original
  const marks = useSyncExternalStore(
    list.marks.subscribe,
    () =>
      (list.activeIndex() === index ? active : 0) |
      (list.isSelected(record.id) ? selected : 0) |
      (list.isGone(record.id) ? gone : 0),
  )
  return (
    <div
      role="row"
      id={id}
      className={classNames[marks]}
      aria-rowindex={index + 2}
      aria-selected={(marks & selected) > 0}
      aria-disabled={(marks & gone) > 0 || undefined}
      data-index={index}
    >
      <div role="gridcell" className="list-cell list-check" data-check />
      {row.getAllCells().map((cell, place) => (
        <div
          key={cell.id}
          role="gridcell"
          className={looks[place]?.className}
          style={{ left: looks[place]?.left }}
        >
          {flexRender(cell.column.columnDef.cell, cell.getContext())}
        </div>
      ))}
    </div>
  )
}

/** A loaded row. The engine hands out new row objects for every window: what counts is the record and its place. */
export const ListRow = memo(
  LiveRow,
  (before, now) =>
    before.row.original === now.row.original &&
    before.index === now.index &&
    before.looks === now.looks &&
    before.list === now.list &&
    before.id === now.id,
) as typeof LiveRow

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

const active = 1
const selected = 2
const gone = 4

const classNames = Array.from({ length: 8 }, (_, marks) =>
  [
    'list-row',
    marks & active && 'list-row-active',
    marks & selected && 'list-row-selected',
    marks & gone && 'list-row-gone',
  ]
    .filter(Boolean)
    .join(' '),
)
