import { CompactSelection, DataEditor, GridCellKind } from '@glideapps/glide-data-grid'
import '@glideapps/glide-data-grid/dist/index.css'
import { createRef, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { publish } from '../../../lib/browser/list-page.ts'
import { benchColumns, benchRowHeight, createOrders } from '../../../lib/data/orders.ts'

const editor = createRef()
const columns = benchColumns.map(({ id, title, width }) => ({ id, title, width }))

let orders = createOrders(0)
let rows = []
let select = () => undefined

/** What is on the canvas: the words as Glide drew them, and with which selection and from which pixel it drew last. */
const drawn = {
  texts: new Map(),
  selection: { columns: CompactSelection.empty(), rows: CompactSelection.empty() },
  region: { y: 0, height: 0, shift: 0 },
}

const getCellContent = ([column, row]) => {
  rows[row] ??= orders.at(row)
  const { id, align } = benchColumns[column]
  const data = rows[row][id]
  return {
    kind: GridCellKind.Text,
    data,
    displayData: data,
    allowOverlay: false,
    contentAlign: align === 'end' ? 'right' : 'left',
  }
}

const drawCell = ({ col, row, cell }, drawContent) => {
  drawContent()
  if (col < columns.length) drawn.texts.set(row * columns.length + col, cell.displayData)
}

const noteRegion = ({ y, height }, _, shift) => {
  drawn.region = { y, height, shift }
}

const List = () => {
  const [selection, setSelection] = useState(drawn.selection)
  select = setSelection
  // The canvas is drawn in the effects of the children, which come first.
  useLayoutEffect(() => {
    drawn.selection = selection
  }, [selection])
  return (
    <DataEditor
      ref={editor}
      width={innerWidth}
      height={innerHeight}
      columns={columns}
      rows={orders.total}
      rowHeight={benchRowHeight}
      headerHeight={benchRowHeight}
      getCellContent={getCellContent}
      drawCell={drawCell}
      rowMarkers="checkbox-visible"
      rowSelect="multi"
      rowSelectionMode="multi"
      gridSelection={selection}
      onGridSelectionChange={setSelection}
      onVisibleRegionChanged={noteRegion}
      smoothScrollY
    />
  )
}

const isDrawn = (index) => index >= drawn.region.y && index < drawn.region.y + drawn.region.height
const textOf = (index) =>
  columns.map((_, column) => drawn.texts.get(index * columns.length + column) ?? '').join('')

publish({
  prepare: (total) => {
    orders = createOrders(total)
    rows = []
  },
  mount: () => {
    const root = createRoot(document.getElementById('root'))
    flushSync(() => root.render(<List />))
  },
  focus: () => {
    select((selection) => ({
      ...selection,
      current: { cell: [0, 0], range: { x: 0, y: 0, width: 1, height: 1 }, rangeStack: [] },
    }))
    editor.current.focus()
  },
  selectAll: () =>
    select((selection) => ({
      ...selection,
      rows: CompactSelection.fromSingleSelection([0, orders.total]),
    })),
  clearSelection: () => select((selection) => ({ ...selection, rows: CompactSelection.empty() })),
  toggle: (index) =>
    select((selection) => ({
      ...selection,
      rows: selection.rows.hasIndex(index) ? selection.rows.remove(index) : selection.rows.add(index),
    })),
  changeStatus: (count, status) => {
    for (let index = 0; index < count; index++) rows[index] = { ...(rows[index] ?? orders.at(index)), status }
    const column = benchColumns.findIndex(({ id }) => id === 'status')
    editor.current.updateCells(Array.from({ length: count }, (_, index) => ({ cell: [column, index] })))
  },
  jumpTo: (index) => editor.current.scrollTo(0, index, 'vertical', 0, 0, { vAlign: 'start' }),
  scroller: () => document.querySelector('.dvn-scroller'),
  look: (index) =>
    isDrawn(index)
      ? {
          text: textOf(index),
          isActive: drawn.selection.current?.cell[1] === index,
          isSelected: drawn.selection.rows.hasIndex(index),
        }
      : null,
  inView: () => {
    const { y, height, shift } = drawn.region
    const viewHeight = innerHeight - benchRowHeight
    return Array.from({ length: height }, (_, step) => ({
      index: y + step,
      text: textOf(y + step),
      top: step * benchRowHeight + shift,
    }))
      .filter(
        ({ top }) => Math.min(top + benchRowHeight, viewHeight) - Math.max(top, 0) >= benchRowHeight / 2,
      )
      .map(({ index, text }) => ({ index, text }))
  },
})

document.title = 'Ready'
