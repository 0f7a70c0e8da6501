// biome-ignore-all lint/a11y: the same markup as our grid.
import { type CSSProperties, memo, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import '../../../src/styles/index.css'
import '../../../src/table/list-grid.css'
import { readMarkedRows } from '../../lib/browser/dom-rows.ts'
import { publish } from '../../lib/browser/list-page.ts'
import {
  type BenchOrder,
  type BenchOrders,
  benchColumns,
  createOrders,
  benchRowHeight as rowHeight,
} from '../../lib/data/orders.ts'

/** What is seen: everything that a render depends on, in one state. */
type View = {
  /** Of the view's top edge on the true height of all rows. */
  position: number
  /** The same on the canvas, which has a limit. */
  scrollTop: number
  height: number
  active: number
  all: boolean
  exceptions: Set<number>
  version: number
}

const canvasLimit = 15_000_000
const headerHeight = 33
const overscan = 3
let orders: BenchOrders = createOrders(0)
/** The first records, made before the list opens. */
let first: BenchOrder[] = []
let renders = 0
let open: () => void = () => undefined
let view: View = {
  position: 0,
  scrollTop: 0,
  height: 0,
  active: 0,
  all: false,
  exceptions: new Set(),
  version: 1,
}
let show: (view: View) => void = () => undefined

/** The list is mounted into a page that React has already rendered. */
const Page = () => {
  const [isOpen, setOpen] = useState(false)
  open = () => setOpen(true)
  return isOpen ? <List /> : <h1>Ready</h1>
}

const List = () => {
  const grid = useRef<HTMLDivElement>(null)
  const scrolled = useRef(0)
  const [now, setNow] = useState(view)
  show = setNow
  view = now
  useLayoutEffect(() => {
    if (grid.current && now.scrollTop !== scrolled.current) grid.current.scrollTop = now.scrollTop
  }, [now.scrollTop])
  const { height } = now
  const first = Math.max(0, Math.floor(now.position / rowHeight) - overscan)
  const end = Math.min(orders.total, Math.ceil((now.position + height) / rowHeight) + overscan)
  return (
    <div
      ref={grid}
      role="grid"
      tabIndex={0}
      className="list-grid"
      style={gridStyle}
      aria-label="Orders"
      aria-multiselectable
      aria-rowcount={orders.total + 1}
      aria-busy={false}
      aria-activedescendant={`row-${now.active}`}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown') return
        event.preventDefault()
        const active = Math.min(orders.total - 1, now.active + 1)
        const below = (active + 1) * rowHeight - height
        setNow({ ...now, active, ...(below > now.position && placeAt(below)) })
      }}
      onScroll={({ currentTarget: { scrollTop } }) => {
        const move = scrollTop - view.scrollTop
        if (Math.abs(move) < 1) return
        const position = Math.abs(move) < 3_000 ? view.position + move : toPosition(scrollTop)
        scrolled.current = scrollTop
        setNow({ ...view, scrollTop, position: Math.min(Math.max(0, position), truly()) })
      }}
    >
      <div role="rowgroup" className="list-header">
        <div role="row" className="list-row" aria-rowindex={1}>
          <div role="columnheader" className="list-cell list-check-all" aria-label="Selection">
            <span className="inline-flex align-middle">
              <span className="relative inline-flex size-4 shrink-0 items-center justify-center">
                <input type="checkbox" tabIndex={-1} aria-label="Select all" checked={now.all} readOnly />
              </span>
            </span>
          </div>
          {benchColumns.map(({ id, title, align }) => (
            <div key={id} role="columnheader" className={`list-cell list-${align}`}>
              <span className="list-heading-word" title={title}>
                {title}
              </span>
            </div>
          ))}
        </div>
      </div>
      <div role="rowgroup" className="list-canvas" style={{ height: canvas() }}>
        <div
          role="presentation"
          className="list-slab"
          style={{ top: first * rowHeight - Math.round(now.position - now.scrollTop) }}
        >
          {Array.from({ length: end - first }, (_, step) => first + step).map((index) => (
            <Row
              key={index}
              index={index}
              isActive={index === now.active}
              isSelected={now.all !== now.exceptions.has(index)}
              version={now.version}
            />
          ))}
        </div>
      </div>
    </div>
  )
}

type RowProps = { index: number; isActive: boolean; isSelected: boolean; version: number }

const Row = memo(({ index, isActive, isSelected }: RowProps) => {
  renders += 1
  const order = first[index] ?? orders.at(index)
  return (
    <div
      role="row"
      id={`row-${index}`}
      className={`list-row${isActive ? ' list-row-active' : ''}${isSelected ? ' list-row-selected' : ''}`}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-index={index}
    >
      <div role="gridcell" className="list-cell list-check" data-check />
      {benchColumns.map(({ id, align }) => (
        <div key={id} role="gridcell" data-column={id} className={`list-cell list-${align}`}>
          {order[id]}
        </div>
      ))}
    </div>
  )
})

const gridStyle = {
  '--list-row': `${rowHeight}px`,
  '--list-header': `${headerHeight}px`,
  '--list-columns': `40px ${benchColumns.map(({ width }) => `${width}px`).join(' ')}`.replace(
    /(\d+px)$/,
    'minmax($1, 1fr)',
  ),
  '--list-width': `${benchColumns.reduce((sum, { width }) => sum + width, 40)}px`,
} as CSSProperties

const canvas = () => Math.min(orders.total * rowHeight, canvasLimit)
/** How far the rows move, and how far the canvas does. */
const truly = () => orders.total * rowHeight - view.height
const seemingly = () => canvas() - view.height
const toPosition = (scrollTop: number) => (scrollTop / seemingly()) * truly()
const placeAt = (target: number): Pick<View, 'position' | 'scrollTop'> => {
  const position = Math.min(target, truly())
  return { position, scrollTop: Math.round((position / truly()) * seemingly()) }
}

const set = (change: Partial<View>) => flushSync(() => show({ ...view, ...change }))
const grid = () => document.querySelector<HTMLElement>('[role=grid]') ?? document.body

publish({
  prepare: (total) => {
    orders = createOrders(total)
    first = orders.slice(0, 100)
  },
  mount: () => {
    const place = document.getElementById('root') ?? document.body
    view = { ...view, height: place.clientHeight - headerHeight }
    flushSync(open)
  },
  focus: () => grid().focus(),
  selectAll: () => set({ all: true, exceptions: new Set() }),
  clearSelection: () => set({ all: false, exceptions: new Set() }),
  toggle: (index) => {
    const { exceptions } = view
    if (!exceptions.delete(index)) exceptions.add(index)
    set({ active: index })
  },
  changeStatus: (count, status) => {
    orders.changeStatus(count, status)
    first = []
    set({ version: view.version + 1 })
  },
  jumpTo: (index) => set(placeAt(index * rowHeight)),
  scroller: grid,
  renders: () => renders,
  ...readMarkedRows({
    headerHeight: () => headerHeight,
    scroller: grid,
  }),
})

flushSync(() => createRoot(document.getElementById('root') ?? document.body).render(<Page />))
document.title = 'Ready'
