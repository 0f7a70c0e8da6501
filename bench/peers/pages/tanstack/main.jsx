// biome-ignore-all lint/a11y: the same markup as our grid.
import { FlexRender, rowSelectionFeature, tableFeatures, useTable } from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { readDomRows } from '../../../lib/browser/dom-rows.ts'
import { publish } from '../../../lib/browser/list-page.ts'
import { benchColumns, benchRowHeight, createOrders } from '../../../lib/data/orders.ts'
import './list.css'

const features = tableFeatures({ rowSelectionFeature })
const columns = benchColumns.map(({ id, align }) => ({
  id,
  accessorKey: id,
  cell: ({ getValue }) => getValue(),
  meta: align === 'end' ? 'cell end' : 'cell',
}))

let rows = []
let list = null

/** All rows are the table's, as its guide to virtual rows has it: a row that is drawn renders when it is another, or differs. */
const List = () => {
  const [data, setData] = useState(rows)
  const [active, setActive] = useState(0)
  const scroller = useRef(null)
  const table = useTable({ features, columns, data, getRowId: (order) => order.id }, selectNothing)
  const all = table.getRowModel().rows
  // Another function would measure a million rows again.
  const getItemKey = useCallback((index) => all[index].id, [all])
  const virtualizer = useVirtualizer({
    count: all.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => benchRowHeight,
    getItemKey,
    scrollMargin: benchRowHeight,
    scrollPaddingStart: benchRowHeight,
    overscan: 3,
  })
  const move = (step) => {
    const index = Math.min(Math.max(0, active + step), all.length - 1)
    setActive(index)
    virtualizer.scrollToIndex(index, { align: 'auto' })
  }
  useEffect(() => {
    list = { table, virtualizer, setData }
  })
  return (
    <div
      ref={scroller}
      role="grid"
      tabIndex={0}
      className="list"
      onKeyDown={(event) => {
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
        if (step === undefined) return
        event.preventDefault()
        move(step)
      }}
    >
      <div role="row" className="row header">
        <div className="box" />
        {benchColumns.map(({ id, title }) => (
          <div key={id} role="columnheader" className="cell">
            {title}
          </div>
        ))}
      </div>
      <div className="body" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => (
          <table.Subscribe
            key={all[index].id}
            source={table.atoms.rowSelection}
            selector={(selection) => selection[all[index].id] === true}
          >
            {(isSelected) => (
              <Row
                row={all[index]}
                index={index}
                top={start - benchRowHeight}
                isActive={index === active}
                isSelected={isSelected}
              />
            )}
          </table.Subscribe>
        ))}
      </div>
    </div>
  )
}

const Row = memo(
  ({ row, index, top, isActive, isSelected }) => (
    <div
      role="row"
      className="row"
      data-index={index}
      data-active={isActive || undefined}
      aria-selected={isSelected}
      style={{ transform: `translateY(${top}px)` }}
    >
      <div role="gridcell" className="box" />
      {row.getAllCells().map((cell) => (
        <div key={cell.id} role="gridcell" className={cell.column.columnDef.meta}>
          <FlexRender cell={cell} />
        </div>
      ))}
    </div>
  ),
  (before, now) =>
    before.row.original === now.row.original &&
    before.index === now.index &&
    before.top === now.top &&
    before.isActive === now.isActive &&
    before.isSelected === now.isSelected,
)

const selectNothing = () => null
const scroller = () => document.querySelector('.list')

publish({
  prepare: (total) => {
    rows = createOrders(total).slice(0, total)
  },
  mount: () => {
    const root = createRoot(document.getElementById('root'))
    flushSync(() => root.render(<List />))
  },
  focus: () => scroller().focus(),
  selectAll: () => list.table.toggleAllRowsSelected(true),
  clearSelection: () => list.table.resetRowSelection(true),
  toggle: (index) => list.table.getRowModel().rows[index].toggleSelected(),
  changeStatus: (count, status) => {
    list.setData((data) =>
      data
        .slice(0, count)
        .map((order) => ({ ...order, status }))
        .concat(data.slice(count)),
    )
  },
  jumpTo: (index) => list.virtualizer.scrollToIndex(index, { align: 'start' }),
  scroller,
  ...readDomRows({
    rows: '.body > .row',
    find: (index) => document.querySelector(`.body > [data-index="${index}"]`),
    indexOf: (row) => Number(row.getAttribute('data-index')),
    isActive: (row) => row.hasAttribute('data-active'),
    isSelected: (row) => row.getAttribute('aria-selected') === 'true',
    headerHeight: () => benchRowHeight,
    scroller,
  }),
})

document.title = 'Ready'
