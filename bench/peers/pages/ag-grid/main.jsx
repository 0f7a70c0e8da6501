import {
  CellApiModule,
  CellStyleModule,
  ClientSideRowModelApiModule,
  ClientSideRowModelModule,
  ModuleRegistry,
  RowApiModule,
  RowSelectionModule,
  ScrollApiModule,
  themeQuartz,
} from 'ag-grid-community'
import { AgGridReact } from 'ag-grid-react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { readDomRows } from '../../../lib/browser/dom-rows.ts'
import { publish } from '../../../lib/browser/list-page.ts'
import { benchColumns, benchRowHeight, createOrders } from '../../../lib/data/orders.ts'

ModuleRegistry.registerModules([
  CellApiModule,
  CellStyleModule,
  ClientSideRowModelApiModule,
  ClientSideRowModelModule,
  RowApiModule,
  RowSelectionModule,
  ScrollApiModule,
])

/**
 * As its guides on speed ask for: the modules that are used and no others, ids for rows, cells of plain text without a
 * renderer, animations off, changes by transaction that sort and filter nothing again.
 */
const options = {
  theme: themeQuartz,
  columnDefs: benchColumns.map(({ id, title, width, align }) => ({
    field: id,
    headerName: title,
    width,
    sortable: false,
    type: align === 'end' ? 'rightAligned' : undefined,
  })),
  getRowId: ({ data }) => data.id,
  rowHeight: benchRowHeight,
  headerHeight: benchRowHeight,
  rowSelection: {
    mode: 'multiRow',
    checkboxes: true,
    headerCheckbox: true,
    enableClickSelection: false,
  },
  animateRows: false,
  suppressColumnMoveAnimation: true,
  suppressFieldDotNotation: true,
  suppressModelUpdateAfterUpdateTransaction: true,
}

let api = null
let rows = []

const firstColumn = benchColumns[0].id
const drawn = '.ag-grid-scrolling-container > [row-index]'
const find = (index) => document.querySelector(`.ag-grid-scrolling-container > [row-index="${index}"]`)
const scroller = () => document.querySelector('.ag-grid-viewport')

publish({
  prepare: (total) => {
    rows = createOrders(total).slice(0, total)
  },
  mount: () => {
    const root = createRoot(document.getElementById('root'))
    flushSync(() =>
      root.render(
        <AgGridReact
          {...options}
          rowData={rows}
          onGridReady={(event) => {
            api = event.api
          }}
        />,
      ),
    )
  },
  focus: () => api.setFocusedCell(0, firstColumn),
  selectAll: () => api.selectAll(),
  clearSelection: () => api.deselectAll(),
  toggle: (index) => {
    const row = api.getDisplayedRowAtIndex(index)
    row.setSelected(!row.isSelected())
  },
  changeStatus: (count, status) => {
    const update = rows.slice(0, count).map((order) => ({ ...order, status }))
    api.applyTransaction({ update })
  },
  jumpTo: (index) => api.ensureIndexVisible(index, 'top'),
  scroller,
  ...readDomRows({
    rows: drawn,
    find,
    indexOf: (row) => Number(row.getAttribute('row-index')),
    isActive: (row) => row.querySelector('.ag-cell-focus') !== null,
    isSelected: (row) => row.classList.contains('ag-row-selected'),
    headerHeight: () => document.querySelector('.ag-header').offsetHeight,
    scroller,
  }),
})

document.title = 'Ready'
