// biome-ignore-all lint/a11y/useSemanticElements: a table cannot scroll a million rows; this is the ARIA grid pattern.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names the active row.
import { memo, type PointerEvent, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { Checkbox } from '../ui/checkbox.tsx'
import { Icon } from '../ui/icon.tsx'
import type { PlacedColumn } from './column-layout.ts'
import { ariaSort, nextSort } from './list-column.ts'
import type { ListController } from './list-controller.ts'
import type { CellLook } from './list-row.tsx'
import type { ListRecord } from './list-source.ts'
import { useListStatus } from './use-list-controller.ts'

export type ListHeaderProps<T> = {
  ref: Ref<HTMLDivElement>
  list: Pick<ListController<ListRecord, never>, 'status' | 'selectAll' | 'clearSelection'>
  columns: readonly PlacedColumn<T>[]
  looks: readonly CellLook[]
  sort: string | null
  onSortChange: (sort: string | null) => void
  onResize: (id: string, width: number) => void
}

/** Headings: press to sort, drag an edge to widen. None is a tab stop: the commands do the same from the keyboard. */
const Header = <T,>({ ref, list, columns, looks, sort, onSortChange, onResize }: ListHeaderProps<T>) => {
  const { t } = useTranslation('table')
  return (
    <div ref={ref} role="rowgroup" className="list-header">
      <div role="row" className="list-row" aria-rowindex={1}>
        <div role="columnheader" className="list-cell list-check-all" aria-label={t('selection')}>
          <SelectAll list={list} />
        </div>
        {columns.map(({ column, width }, place) => (
          <div
            key={column.id}
            role="columnheader"
            aria-sort={ariaSort(sort, column.sortKey)}
            className={looks[place]?.className}
            style={{ left: looks[place]?.left }}
          >
            <Heading
              text={t(column.header)}
              sortKey={column.sortKey}
              sort={sort}
              onSortChange={onSortChange}
            />
            <span
              className="list-resize"
              aria-hidden="true"
              onPointerDown={(event) => dragWidth(event, width, (wide) => onResize(column.id, wide))}
            />
          </div>
        ))}
      </div>
    </div>
  )
}

export const ListHeader = memo(Header) as typeof Header

type HeadingProps = Pick<ListHeaderProps<never>, 'sort' | 'onSortChange'> & {
  text: string
  sortKey: string | undefined
}

const Heading = ({ text, sortKey, sort, onSortChange }: HeadingProps) => {
  if (sortKey === undefined) return <span className="list-heading">{text}</span>
  const direction = ariaSort(sort, sortKey)
  return (
    <button
      type="button"
      tabIndex={-1}
      className="list-heading"
      onClick={() => onSortChange(nextSort(sort, sortKey))}
    >
      <span>{text}</span>
      {direction && <Icon name={direction === 'ascending' ? 'arrow-up' : 'arrow-down'} size={12} />}
    </button>
  )
}

const SelectAll = ({ list }: Pick<ListHeaderProps<never>, 'list'>) => {
  const { t } = useTranslation('table')
  const { selected, total } = useListStatus(list)
  const isEvery = total > 0 && selected === total
  return (
    <Checkbox
      tabIndex={-1}
      aria-label={t('selectAll')}
      checked={isEvery || (selected > 0 && 'mixed')}
      onCheckedChange={isEvery ? list.clearSelection : list.selectAll}
    />
  )
}

function dragWidth(event: PointerEvent<HTMLElement>, width: number, onWidth: (width: number) => void): void {
  const start = event.clientX
  const handle = event.currentTarget
  const dragged = new AbortController()
  const { signal } = dragged
  event.preventDefault()
  handle.setPointerCapture(event.pointerId)
  handle.addEventListener(
    'pointermove',
    (move: globalThis.PointerEvent) => onWidth(width + move.clientX - start),
    { signal },
  )
  handle.addEventListener('lostpointercapture', () => dragged.abort(), { signal })
}
