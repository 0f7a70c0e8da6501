// biome-ignore-all lint/a11y/useSemanticElements: a table cannot scroll a million rows; this is the ARIA grid pattern.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names the active row.
import type { i18n } from 'i18next'
import { memo, type PointerEvent, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { localeOf } from '../../domain/languages.ts'
import { Checkbox } from '../ui/fields/checkbox.tsx'
import { Icon } from '../ui/icons/icon.tsx'
import type { PlacedColumn } from './column-layout.ts'
import { ariaSort, nextSort } from './list-column.ts'
import type { ListController } from './list-controller.ts'
import type { ListCell } from './list-row.tsx'
import type { ListRecord } from './list-source.ts'
import type { ListStatus } from './list-view.ts'

export type ListHeaderProps<T> = {
  list: Pick<ListController<ListRecord, never>, 'status' | 'selectAll' | 'clearSelection'>
  columns: readonly PlacedColumn<T>[]
  cells: readonly ListCell<T>[]
  sort: string | null
  currency: string | null
  onSortChange: (sort: string | null) => void
  /** Null where the columns have the width that there is. */
  onResize: ((id: string, width: number) => void) | null
}

/** Headings: press to sort, drag an edge to widen. None is a tab stop: the commands do the same from the keyboard. */
const Header = <T,>({ list, columns, cells, sort, currency, onSortChange, onResize }: ListHeaderProps<T>) => {
  const { t, i18n } = useTranslation('table')
  const unit = currency === null ? null : currencySign(localeOf(i18n.language), currency)
  const text = (key: string) => plainText(i18n, key) ?? t(key)
  return (
    <div
      role="rowgroup"
      className={onResize ? 'list-header list-resizable' : 'list-header'}
      onPointerDown={onResize ? (event) => dragEdge(event, columns, onResize) : undefined}
    >
      <div role="row" className="list-row" aria-rowindex={1}>
        <div role="columnheader" className="list-cell list-check-all" aria-label={text('table:selection')}>
          <SelectAll list={list} label={text('table:selectAll')} />
        </div>
        {columns.map(({ column }, place) => (
          <div
            key={column.id}
            role="columnheader"
            data-column={column.id}
            aria-sort={ariaSort(sort, column.sortKey)}
            className={cells[place]?.className}
            style={cells[place]?.style}
          >
            {heading({
              text: text(column.header),
              unit: column.isMoney ? unit : null,
              sortKey: column.sortKey,
              sort,
              onSortChange,
            })}
          </div>
        ))}
      </div>
    </div>
  )
}

export const ListHeader = memo(Header) as typeof Header

type HeadingProps = Pick<ListHeaderProps<never>, 'sort' | 'onSortChange'> & {
  text: string
  /** The currency of what stands below. */
  unit: string | null
  sortKey: string | undefined
}

/** No component of its own, and one element where the word stands alone: a list has a dozen of them. */
const heading = ({ text, unit, sortKey, sort, onSortChange }: HeadingProps) => {
  const direction = ariaSort(sort, sortKey)
  const isWord = !unit && !direction
  const looks = isWord
    ? { className: 'list-heading-word', title: text, children: text }
    : { className: 'list-heading', children: <Marked text={text} unit={unit} direction={direction} /> }
  if (sortKey === undefined) return <span {...looks} />
  return (
    <button type="button" tabIndex={-1} onClick={() => onSortChange(nextSort(sort, sortKey))} {...looks} />
  )
}

type MarkedProps = { text: string; unit: string | null; direction: ReturnType<typeof ariaSort> }

const Marked = ({ text, unit, direction }: MarkedProps) => (
  <>
    <span className="list-heading-word" title={text}>
      {text}
    </span>
    {unit && <span className="list-unit">{unit}</span>}
    {direction && <Icon name={direction === 'ascending' ? 'arrow-up' : 'arrow-down'} size={12} />}
  </>
)

const SelectAll = ({ list, label }: Pick<ListHeaderProps<never>, 'list'> & { label: string }) => {
  const checked = useSyncExternalStore(list.status.subscribe, () => shareOf(list.status.get()))
  return (
    <Checkbox
      tabIndex={-1}
      aria-label={label}
      checked={checked}
      onCheckedChange={checked === true ? list.clearSelection : list.selectAll}
    />
  )
}

const shareOf = ({ selected, total }: ListStatus) =>
  total > 0 && selected === total ? true : selected > 0 && 'mixed'

/** A text without plural and without blanks as it was loaded; the translator does much that it does not need. */
function plainText(i18n: i18n, key: string): string | undefined {
  const [namespace = '', path = ''] = key.split(':')
  const text: unknown = i18n.getResource(i18n.language, namespace, path)
  return typeof text === 'string' ? text : undefined
}

/** `F CFA`, `€`: what is left of an amount when its figures are gone. */
function currencySign(language: string, currency: string): string {
  const parts = new Intl.NumberFormat(language, { style: 'currency', currency }).formatToParts(0)
  return parts.find(({ type }) => type === 'currency')?.value ?? currency
}

/** Widens the column whose edge was pressed; anywhere else on the header it does nothing. */
function dragEdge(
  event: PointerEvent<HTMLElement>,
  columns: readonly PlacedColumn<never>[],
  onResize: (id: string, width: number) => void,
): void {
  const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-column]') : null
  const placed = columns.find(({ column }) => column.id === cell?.dataset.column)
  const start = event.clientX
  if (!cell || !placed || cell.getBoundingClientRect().right - start > edgeWidth) return
  const { column, width } = placed
  const dragged = new AbortController()
  const { signal } = dragged
  event.preventDefault()
  cell.setPointerCapture(event.pointerId)
  cell.addEventListener(
    'pointermove',
    (move: globalThis.PointerEvent) => onResize(column.id, width + move.clientX - start),
    { signal },
  )
  cell.addEventListener('lostpointercapture', () => dragged.abort(), { signal })
}

/** As wide as the edge that the style sheet shows the pointer, in pixels. */
const edgeWidth = 9
