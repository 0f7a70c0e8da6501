import { describe, expect, it } from 'vitest'
import {
  inOrder,
  placeColumns,
  placeNarrow,
  plainLayout,
  readLayout,
  shownIds,
  withMoved,
  withPinned,
  withShown,
  withShownIds,
  withWidth,
} from '../../../src/table/column-layout.ts'
import { ariaSort, type ListColumn, nextSort } from '../../../src/table/list-column.ts'

type Order = { id: string }

const columns: readonly ListColumn<Order>[] = [
  { id: 'status', header: 'status', width: 140, cell: () => null },
  { id: 'number', header: 'number', width: 80, cell: () => null, pinned: true },
  { id: 'customer', header: 'customer', width: 200, cell: () => null, pinned: true },
  { id: 'comment', header: 'comment', width: 220, cell: () => null, hidden: true },
]

describe('columns', () => {
  it('stand in their order, pinned ones first and side by side after the boxes', () => {
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
    let layout = withShown(withShown(plainLayout, 'comment', true), 'customer', false)
    layout = withPinned(withWidth(withWidth(layout, 'number', 3), 'status', 5_000), 'status', true)
    expect(places(2_000, layout)).toEqual([
      ['status', 800, 40],
      ['number', 48, 840],
      ['comment', 220, null],
    ])
  })

  it('are moved past their neighbours, up to both ends', () => {
    const once = withMoved(columns, plainLayout, 'status', 1)
    expect(ids(once)).toEqual(['number', 'status', 'customer', 'comment'])
    expect(withMoved(columns, once, 'number', -1)).toBe(once)
    expect(withMoved(columns, once, 'comment', 1)).toBe(once)
    expect(withMoved(columns, once, 'no such column', 1)).toBe(once)
    expect(ids(withMoved(columns, once, 'comment', -1))).toEqual(['number', 'status', 'comment', 'customer'])
  })

  it('that came with a newer version stand where they stand by themselves, whatever was moved before', () => {
    const older = { ...plainLayout, order: ['customer', 'gone', 'status'] }
    expect(ids(older)).toEqual(['customer', 'comment', 'status', 'number'])
    expect(ids({ ...plainLayout, order: ['comment', 'customer', 'number'] })).toEqual([
      'status',
      'comment',
      'customer',
      'number',
    ])
  })

  it('are shown as a saved view names them; those that are no more are passed over', () => {
    const layout = withShownIds(columns, withWidth(plainLayout, 'comment', 300), [
      'comment',
      'gone',
      'status',
    ])
    expect(shownIds(columns, layout)).toEqual(['comment', 'status'])
    expect(layout.widths).toEqual({ comment: 300 })
    expect(withShownIds(columns, plainLayout, ['gone'])).toBe(plainLayout)
  })

  it('of a narrow screen are those that say so, the ends of the first line first', () => {
    const narrow: readonly ListColumn<Order>[] = [
      { id: 'number', header: '', width: 80, cell: () => null, narrow: 'meta' },
      { id: 'customer', header: '', width: 80, cell: () => null, narrow: 'title' },
      { id: 'comment', header: '', width: 80, cell: () => null },
      { id: 'status', header: '', width: 80, cell: () => null, narrow: 'side' },
    ]
    expect(placeNarrow(narrow).map(({ column }) => column.id)).toEqual(['customer', 'status', 'number'])
  })

  it('are read back as they were stored', () => {
    const layout = withMoved(
      columns,
      withPinned(withShown(withWidth(plainLayout, 'number', 99), 'comment', true), 'number', false),
      'number',
      1,
    )
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
    expect(readLayout(text)).toEqual(plainLayout)
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
    expect(nextSort('-createdAt', 'number')).toBe('number')
    expect(nextSort('number', 'number')).toBe('-number')
    expect(nextSort('-number', 'number')).toBeNull()
  })

  it('is told to screen readers on the one column that it is by', () => {
    expect(ariaSort('number', 'number')).toBe('ascending')
    expect(ariaSort('-number', 'number')).toBe('descending')
    expect(ariaSort('-number', 'status')).toBeUndefined()
    expect(ariaSort(null, undefined)).toBeUndefined()
  })
})

function places(room: number, layout = plainLayout) {
  return placeColumns(columns, layout, room).map(({ column, width, left }) => [column.id, width, left])
}

function ids(layout: typeof plainLayout) {
  return inOrder(columns, layout).map(({ id }) => id)
}
