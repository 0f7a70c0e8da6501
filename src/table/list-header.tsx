// biome-ignore-all lint/a11y/useSemanticElements: a table cannot scroll a million rows; this is the ARIA grid pattern.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names the active row.
// biome-ignore-all lint/a11y/useKeyWithClickEvents: Enter and Space press the button in a heading.

import type { SortDirection } from '@tanstack/react-table'
import { useAtom } from '@xstate/store-react'
import type { i18n } from 'i18next'
import { type MouseEvent, memo, type PointerEvent as ReactPointerEvent, type TouchEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { localeOf } from '../../domain/core/languages.ts'
import { Checkbox } from '../ui/fields/checkbox.tsx'
import { currencySymbol } from '../ui/format/money.tsx'
import { Icon } from '../ui/icons/icon.tsx'
import { type ColumnPlace, placeColumn } from './column-layout.ts'
import type { ListController, ListStatus } from './list-controller.ts'
import type { CellLook } from './list-rows.tsx'
import type { ListRecord } from './list-source.ts'
import type { ListTableHeader } from './list-table.ts'

type ListHeaderProps<T extends ListRecord> = {
  list: Pick<ListController<ListRecord, never>, 'status' | 'selectAll' | 'clearSelection'>
  onSelectAll: () => void
  headers: readonly ListTableHeader<T>[]
  looks: readonly CellLook[]
  /** Causes a render; the sort state is read from the table. */
  sort: string | null
  currency: string | null
  /** False in narrow layout, where widths and order are fixed. */
  isResizable: boolean
  /** Pinned columns; a column can only be moved among pinned or among unpinned ones. */
  pinned: readonly string[]
  onMenu?: (column: string, at: DOMRect) => void
  /** Names of the filters in use, comma-separated. */
  filtered: string
}

/**
 * Column headings: click sorts, dragging moves, dragging the edge resizes. No tab stops, since commands do the same; a clicked
 * heading has focus, Enter and Space sort.
 */
const Header = <T extends ListRecord>({
  list,
  onSelectAll,
  headers,
  looks,
  currency,
  isResizable,
  pinned,
  onMenu,
  filtered,
}: ListHeaderProps<T>) => {
  const { t, i18n } = useTranslation('table')
  const unit = currency === null ? null : currencySymbol(localeOf(i18n.language), currency)
  const text = (key: string) => plainText(i18n, key) ?? t(key)
  const resize = isResizable ? (event: MouseEvent | TouchEvent) => resizeFrom(event, headers) : undefined
  const drag = (event: ReactPointerEvent<HTMLElement>) => {
    const heading = headingOf(event)
    const id = heading?.dataset.column
    if (heading === null || id === undefined || event.button !== 0 || isOnEdge(heading, event.clientX)) return
    if (isOnMenu(event)) return
    startColumnDrag(event.nativeEvent, {
      header: event.currentTarget,
      heading,
      isReachable: (other) => pinned.includes(other) === pinned.includes(id),
      onDrop: (place) => {
        const table = headers[0]?.getContext().table
        table?.setColumnOrder((order) => placeColumn(order, id, place))
      },
    })
  }
  const openMenu = (event: MouseEvent) => {
    const heading = headingOf(event)
    const id = heading?.dataset.column
    if (heading === null || id === undefined || onMenu === undefined) return
    event.preventDefault()
    onMenu(id, heading.getBoundingClientRect())
  }
  const narrowed = filtered.split(',')
  const sortBy = (event: MouseEvent) => {
    const heading = headingOf(event)
    if (isOnMenu(event)) return openMenu(event)
    const column = headers.find(({ column }) => column.id === heading?.dataset.column)?.column
    // Keyboard clicks have no position.
    const isEdge = isResizable && event.detail > 0 && heading !== null && isOnEdge(heading, event.clientX)
    if (column?.getCanSort() && !isEdge) column.getToggleSortingHandler()?.(event)
  }
  return (
    <div
      role="rowgroup"
      className={isResizable ? 'list-header list-resizable' : 'list-header'}
      onMouseDown={resize}
      onTouchStart={resize}
      onPointerDown={isResizable ? drag : undefined}
      onClick={sortBy}
      onContextMenu={openMenu}
    >
      <div role="row" className="list-row" aria-rowindex={1}>
        <div role="columnheader" className="list-cell list-check-all" aria-label={text('table:selection')}>
          <SelectAll list={list} onSelectAll={onSelectAll} label={text('table:selectAll')} />
        </div>
        {headers.map(({ id, column }, place) => {
          const direction = column.getIsSorted()
          return (
            <div
              key={id}
              role="columnheader"
              data-column={column.id}
              aria-sort={direction === false ? undefined : ariaSort[direction]}
              data-filtered={narrowed.includes(column.columnDef.meta?.filter ?? column.id) || undefined}
              className={looks[place]?.className}
              style={looks[place]?.style}
            >
              {heading({
                text: text(column.columnDef.meta?.header ?? ''),
                unit: column.columnDef.meta?.isMoney ? unit : null,
                direction,
                canSort: column.getCanSort(),
              })}
              {/* For the mouse alone: a right click does the same, the filter box and commands do it by keys. */}
              {onMenu && (
                <span aria-hidden="true" className="list-heading-menu" title={text('table:columnMenu')} />
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
}

export const ListHeader = memo(Header) as typeof Header

const ariaSort = { asc: 'ascending', desc: 'descending' } as const

type HeadingProps = {
  text: string
  /** Currency of the column. */
  unit: string | null
  direction: SortDirection | false
  canSort: boolean
}

/** A function, not a component, with as few elements as possible: a list has a dozen headings. The row handles sorting. */
const heading = ({ text, unit, direction, canSort }: HeadingProps) => {
  const isWord = !unit && !direction
  const looks = isWord
    ? { className: 'list-heading-word', title: text, children: text }
    : { className: 'list-heading', children: <Marked text={text} unit={unit} direction={direction} /> }
  return canSort ? <button type="button" tabIndex={-1} {...looks} /> : <span {...looks} />
}

const Marked = ({ text, unit, direction }: Omit<HeadingProps, 'canSort'>) => (
  <>
    <span className="list-heading-word" title={text}>
      {text}
    </span>
    {unit && <span className="list-unit">{unit}</span>}
    {direction && <Icon name={direction === 'asc' ? 'arrow-up' : 'arrow-down'} size={12} />}
  </>
)

const SelectAll = ({
  list,
  onSelectAll,
  label,
}: Pick<ListHeaderProps<never>, 'list' | 'onSelectAll'> & { label: string }) => {
  const checked = useAtom(list.status, shareOf)
  return (
    <Checkbox
      tabIndex={-1}
      aria-label={label}
      checked={checked}
      onCheckedChange={checked === true ? list.clearSelection : onSelectAll}
    />
  )
}

const shareOf = ({ selected, total }: ListStatus) =>
  total > 0 && selected === total ? true : selected > 0 && 'mixed'

/** Reads a text without plurals and parameters directly: much faster than `t`. */
function plainText(i18n: i18n, key: string): string | undefined {
  const [namespace = '', path = ''] = key.split(':')
  const text: unknown = i18n.getResource(i18n.language, namespace, path)
  return typeof text === 'string' ? text : undefined
}

/** Resizes the column whose edge was pressed. The edge is drawn by CSS, without an element. */
function resizeFrom<T extends ListRecord>(
  event: MouseEvent | TouchEvent,
  headers: readonly ListTableHeader<T>[],
): void {
  const cell = headingOf(event)
  const header = headers.find(({ column }) => column.id === cell?.dataset.column)
  const x = 'touches' in event ? event.touches[0]?.clientX : event.clientX
  if (!cell || !header || x === undefined || !isOnEdge(cell, x)) return
  // Prevents text selection. Touch listeners are passive; CSS keeps touches from scrolling.
  if (!('touches' in event)) event.preventDefault()
  header.getResizeHandler()(event)
}

const headingOf = ({ target }: MouseEvent | TouchEvent): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null

const isOnMenu = ({ target }: MouseEvent | ReactPointerEvent): boolean =>
  target instanceof Element && target.closest('.list-heading-menu') !== null

const isOnEdge = (heading: HTMLElement, x: number): boolean =>
  heading.getBoundingClientRect().right - x <= EDGE_WIDTH

/** Width in pixels of the edge drawn by CSS. */
const EDGE_WIDTH = 9

type ColumnDrag = {
  /** The heading row; headings have `data-column`. */
  header: HTMLElement
  heading: HTMLElement
  /** Whether a column is a valid target: pinned ones stay before the others. */
  isReachable: (column: string) => boolean
  onDrop: (place: ColumnPlace) => void
}

/** A shorter move, in pixels, is a click. */
const MIN_DISTANCE = 6
/** Distance from the grid's sides, in pixels, at which it scrolls. */
const EDGE = 40
const SCROLL_STEP = 12
const SCROLL_MS = 16

/** Drags a column heading with any pointer: a marker shows the target, Escape cancels. Suppresses the click at the end. */
function startColumnDrag(press: PointerEvent, { header, heading, isReachable, onDrop }: ColumnDrag): void {
  const grid = header.closest<HTMLElement>('[role="grid"]')
  const mark = document.createElement('div')
  mark.className = 'list-drop-mark'
  const until = new AbortController()
  const { signal } = until
  const headings = [...header.querySelectorAll<HTMLElement>('[data-column]')].filter(
    (other) => other === heading || isReachable(other.dataset.column ?? ''),
  )
  let isStarted = false
  let x = press.clientX
  let place: ColumnPlace | null = null
  let timer: ReturnType<typeof setInterval> | undefined

  const show = () => {
    const found = placeAt(headings, x)
    place = found?.heading === heading ? null : found && { target: idOf(found.heading), side: found.side }
    mark.hidden = place === null
    if (found === null || place === null) return
    const { left, right } = found.heading.getBoundingClientRect()
    mark.style.left = `${(found.side === 'before' ? left : right) - header.getBoundingClientRect().left}px`
  }
  const scroll = () => {
    if (grid === null) return
    const { left, right } = grid.getBoundingClientRect()
    const direction = x > right - EDGE ? 1 : x < left + EDGE ? -1 : 0
    if (direction !== 0) grid.scrollLeft += direction * SCROLL_STEP
    show()
  }
  const start = () => {
    isStarted = true
    heading.setAttribute('data-dragged', '')
    header.append(mark)
    timer = setInterval(scroll, SCROLL_MS)
  }
  const end = () => {
    until.abort()
    clearInterval(timer)
    mark.remove()
    heading.removeAttribute('data-dragged')
  }
  const onMove = (event: PointerEvent) => {
    x = event.clientX
    if (!isStarted && Math.abs(x - press.clientX) < MIN_DISTANCE) return
    if (!isStarted) start()
    show()
  }
  const onUp = () => {
    end()
    if (!isStarted) return
    ignoreNextClick()
    if (place !== null) onDrop(place)
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isStarted) return
    event.preventDefault()
    event.stopImmediatePropagation()
    end()
    ignoreNextClick()
  }
  window.addEventListener('pointermove', onMove, { signal })
  window.addEventListener('pointerup', onUp, { signal })
  window.addEventListener('pointercancel', end, { signal })
  window.addEventListener('keydown', onKey, { signal, capture: true })
}

/** The heading nearest to `x`, and the side to insert at. */
function placeAt(headings: readonly HTMLElement[], x: number) {
  for (const heading of headings) {
    const { left, right } = heading.getBoundingClientRect()
    if (x < (left + right) / 2) return { heading, side: 'before' as const }
  }
  const last = headings.at(-1)
  return last === undefined ? null : { heading: last, side: 'after' as const }
}

const idOf = (heading: HTMLElement): string => heading.dataset.column ?? ''

/** Until the pointer is up and its click was dispatched. */
function ignoreNextClick(): void {
  const until = new AbortController()
  const { signal } = until
  const stop = (event: Event) => event.stopPropagation()
  window.addEventListener('click', stop, { signal, capture: true, once: true })
  window.addEventListener('pointerdown', () => until.abort(), { signal, capture: true })
}
