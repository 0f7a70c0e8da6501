import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import {
  type ColumnLayout,
  columnState,
  defaultLayout,
  gridColumnState,
  narrowColumnState,
  placeColumn,
  readLayout,
  shownIds,
  withColumnState,
  withShownIds,
} from '../../../../src/table/column-layout.ts'
import { SELECTION_WIDTH } from '../../../../src/table/column-widths.ts'
import type { ListColumn } from '../../../../src/table/list-column.ts'
import { type ListTable, useListTable } from '../../../../src/table/list-table.ts'

type Order = { id: string }

const columns: readonly ListColumn<Order>[] = [
  { id: 'status', header: 'status', width: 140, cell: () => null },
  { id: 'number', header: 'number', width: 80, cell: () => null, pinned: true, sortKey: 'number' },
  { id: 'customer', header: 'customer', width: 200, cell: () => null, pinned: true },
  { id: 'comment', header: 'comment', width: 220, cell: () => null, hidden: true },
]

describe('columns', () => {
  it('are in their order, pinned ones first and side by side after the checkboxes', () => {
    expect(places(1_200)).toEqual([
      ['number', 80, 40],
      ['customer', 200, 120],
      ['status', 140, null],
    ])
  })

  it('are pinned on a phone only as far as there is room left to scroll in', () => {
    expect(places(390)).toEqual([
      ['number', 80, 40],
      ['customer', 200, null],
      ['status', 140, null],
    ])
  })

  it('can be shown, hidden, pinned and widened, within bounds', () => {
    const layout = changed(
      (table) => table.getColumn('comment')?.toggleVisibility(),
      (table) => table.getColumn('customer')?.toggleVisibility(),
      (table) => table.setColumnSizing((sizes) => ({ ...sizes, number: 3 })),
      (table) => table.setColumnSizing((sizes) => ({ ...sizes, status: 5_000 })),
      (table) => table.getColumn('status')?.pin('start'),
    )
    expect(places(2_000, layout)).toEqual([
      ['status', 800, 40],
      ['number', 48, 840],
      ['comment', 220, null],
    ])
  })

  it.each([
    [{ target: 'a', side: 'before' }, ['c', 'a', 'b', 'd']],
    [{ target: 'd', side: 'after' }, ['a', 'b', 'd', 'c']],
    [{ target: 'b', side: 'after' }, ['a', 'b', 'c', 'd']],
    [{ target: 'c', side: 'before' }, ['a', 'b', 'c', 'd']],
    [{ target: 'gone', side: 'before' }, ['a', 'b', 'c', 'd']],
  ] as const)('go before or after another one: %j', (place, order) => {
    expect(placeColumn(['a', 'b', 'c', 'd'], 'c', place)).toEqual(order)
  })

  it('are moved among all, those hidden included', () => {
    const layout = changed((table) =>
      table.setColumnOrder(['number', 'status', ...table.atoms.columnOrder.get().slice(2)]),
    )
    expect(ids(layout)).toEqual(['number', 'status', 'customer', 'comment'])
  })

  it('store a width that a person chose, and none that follows from the content', () => {
    const state = gridColumnState(columns, defaultLayout, 1_200, { number: 61, customer: 150 })
    expect(state.columnSizing).toMatchObject({ number: 61, customer: 150, status: 140 })
    let layout = defaultLayout
    tableOf({
      columns,
      state,
      onLayoutChange: (next) => {
        layout = next
      },
    }).setColumnSizing((sizes) => ({ ...sizes, customer: 260 }))
    expect(layout).toEqual({ ...defaultLayout, widths: { customer: 260 } })
    expect(gridColumnState(columns, layout, 1_200, { customer: 150 }).columnSizing.customer).toBe(260)
  })

  it('store nothing but what was changed, so that a newer version can change the rest', () => {
    const layout = changed((table) => table.getColumn('comment')?.toggleVisibility())
    expect(layout).toEqual({ ...defaultLayout, shown: { comment: true } })
  })

  it('that a newer version adds have their default position, whatever was moved before', () => {
    const older = { ...defaultLayout, order: ['customer', 'gone', 'status'] }
    expect(ids(older)).toEqual(['customer', 'comment', 'status', 'number'])
    expect(ids({ ...defaultLayout, order: ['comment', 'customer', 'number'] })).toEqual([
      'status',
      'comment',
      'customer',
      'number',
    ])
  })

  it('are shown as a saved view names them; those that are no more are passed over', () => {
    const wide = { ...defaultLayout, widths: { comment: 300 } }
    const layout = withShownIds(columns, wide, ['comment', 'gone', 'status'])
    expect(shownIds(columns, layout)).toEqual(['comment', 'status'])
    expect(layout.widths).toEqual({ comment: 300 })
    expect(withShownIds(columns, defaultLayout, ['gone'])).toBe(defaultLayout)
  })

  it('of a narrow screen are those that say so, the ends of the first line first', () => {
    const narrow: readonly ListColumn<Order>[] = [
      { id: 'number', header: '', width: 80, cell: () => null, narrow: 'meta' },
      { id: 'customer', header: '', width: 80, cell: () => null, narrow: 'title' },
      { id: 'comment', header: '', width: 80, cell: () => null },
      { id: 'status', header: '', width: 80, cell: () => null, narrow: 'side' },
    ]
    const shown = tableOf({ columns: narrow, state: narrowColumnState(narrow) }).getVisibleLeafColumns()
    expect(shown.map(({ id }) => id)).toEqual(['customer', 'status', 'number'])
  })

  it('are read back as they were stored', () => {
    const layout = changed(
      (table) => table.setColumnSizing({ number: 99 }),
      (table) => table.getColumn('comment')?.toggleVisibility(),
      (table) => table.getColumn('number')?.pin(false),
      (table) => table.setColumnOrder((order) => order.toReversed()),
    )
    expect(layout).toEqual({
      order: ['comment', 'customer', 'number', 'status'],
      widths: { number: 99 },
      shown: { comment: true },
      pinned: { number: false },
    })
    expect(readLayout(JSON.stringify(layout))).toEqual(layout)
  })

  it.each([
    [null],
    ['{'],
    ['null'],
    ['[1]'],
    ['{"widths":{"number":"wide","status":1e9},"shown":7,"pinned":{"number":1},"order":[7,null]}'],
    ['{"order":"number,status"}'],
  ])('are as they say themselves when what was stored makes no sense: %s', (text) => {
    expect(readLayout(text)).toEqual(defaultLayout)
  })
})

it('a layout of before columns could be moved is read as it was', () => {
  expect(readLayout('{"widths":{"number":99},"shown":{},"pinned":{}}')).toEqual({
    order: [],
    widths: { number: 99 },
    shown: {},
    pinned: {},
  })
})

describe('the order of a list', () => {
  it('goes up, down and back to its own', () => {
    expect(sortedBy('-createdAt', 'number')).toBe('number')
    expect(sortedBy('number', 'number')).toBe('-number')
    expect(sortedBy('-number', 'number')).toBeNull()
  })

  it('is announced on the sorted column only', () => {
    const direction = (sort: string | null, id: string) => tableOf({ sort }).getColumn(id)?.getIsSorted()
    expect(direction('number', 'number')).toBe('asc')
    expect(direction('-number', 'number')).toBe('desc')
    expect(direction('-number', 'status')).toBe(false)
    expect(direction(null, 'number')).toBe(false)
  })

  it('is not by a column that the server does not sort by', () => {
    expect(sortedBy(null, 'status')).toBeUndefined()
  })
})

type TableOptions = Parameters<typeof useListTable<Order>>[0]

/** The table, rendered once. */
function tableOf(options: Partial<TableOptions>): ListTable<Order> {
  const layout = options.layout ?? defaultLayout
  const tables: ListTable<Order>[] = []
  const onTable = (table: ListTable<Order>) => tables.push(table)
  const state = columnState(columns, layout)
  renderToString(
    createElement(Owner, {
      options: { columns, records: [], state, layout, onLayoutChange: () => undefined, ...options },
      onTable,
    }),
  )
  return tables[0]!
}

type OwnerProps = { options: TableOptions; onTable: (table: ListTable<Order>) => void }

function Owner({ options, onTable }: OwnerProps) {
  onTable(useListTable<Order>(options))
  return null
}

/** The stored layout after successive changes of the table. */
function changed(...acts: ((table: ListTable<Order>) => void)[]): ColumnLayout {
  let layout = defaultLayout
  for (const act of acts) {
    act(
      tableOf({
        layout,
        onLayoutChange: (next) => {
          layout = next
        },
      }),
    )
  }
  return layout
}

function sortedBy(sort: string | null, column: string): string | null | undefined {
  let next: string | null | undefined
  const table = tableOf({
    sort,
    onSortChange: (sort) => {
      next = sort
    },
  })
  table.getColumn(column)?.getToggleSortingHandler()?.({})
  return next
}

function places(width: number, layout = defaultLayout) {
  const table = tableOf({ layout, state: gridColumnState(columns, layout, width) })
  return table
    .getVisibleLeafColumns()
    .map((column) => [
      column.id,
      column.getSize(),
      column.getIsPinned() ? SELECTION_WIDTH + column.getStart('start') : null,
    ])
}

function ids(layout: ColumnLayout) {
  return tableOf({ layout })
    .getAllLeafColumns()
    .map(({ id }) => id)
}

it('a change of one column leaves the others as they say themselves', () => {
  const layout = withColumnState(columns, defaultLayout, { columnSizing: { status: 150 } })
  expect(layout).toEqual({ ...defaultLayout, widths: { status: 150 } })
})
