import { describe, expect, test } from 'vitest'
import {
  besideIn,
  createRecordWalks,
  extendWalk,
  placeIn,
  type RecordWalk,
  WALK_PAGE,
} from '../../../../src/stores/record-walks.ts'

/** Rows `r0`, `r1` ... of a list on the server. */
const rowsOf = (first: number, end: number) =>
  Array.from({ length: Math.max(0, end - first) }, (_, step) => `r${first + step}`)

const serving =
  (list: () => readonly string[]): RecordWalk['load'] =>
  async (skip, limit) => ({
    items: list()
      .slice(skip, skip + limit)
      .map((id) => ({ id })),
    total: list().length,
  })

const walkOf = (walk: Partial<RecordWalk> = {}): RecordWalk => ({
  resource: 'orders',
  address: '/orders/list?q=status%3APENDING',
  search: '?q=status%3APENDING',
  first: 0,
  ids: rowsOf(0, 5),
  total: 5,
  load: serving(() => rowsOf(0, 5)),
  ...walk,
})

describe('the record beside one', () => {
  test('is the next or the previous row of its list, and none at the ends', () => {
    const walk = walkOf()
    expect(besideIn(walk, 'r1', 'next')).toBe('r2')
    expect(besideIn(walk, 'r1', 'previous')).toBe('r0')
    expect(besideIn(walk, 'r4', 'next')).toBeNull()
    expect(besideIn(walk, 'r0', 'previous')).toBeNull()
    expect(besideIn(walk, 'elsewhere', 'next')).toBeNull()
  })

  test('has to be loaded where the known rows end before the list does', () => {
    const walk = walkOf({ first: 10, ids: rowsOf(10, 20), total: 400 })
    expect(besideIn(walk, 'r19', 'next')).toBe('unknown')
    expect(besideIn(walk, 'r10', 'previous')).toBe('unknown')
    expect(placeIn(walk, 'r12')).toBe(13)
    expect(placeIn(walk, 'r20')).toBeNull()
  })
})

describe('a walk that goes on', () => {
  test('loads the rows that follow, and those before', async () => {
    const list = rowsOf(0, 400)
    const walk = walkOf({ first: 150, ids: rowsOf(150, 250), total: 400, load: serving(() => list) })
    const on = await extendWalk(walk, 'next')
    expect(besideIn(on, 'r249', 'next')).toBe('r250')
    expect(placeIn(on, 'r250')).toBe(251)
    const back = await extendWalk(walk, 'previous')
    expect(besideIn(back, 'r150', 'previous')).toBe('r149')
    expect(placeIn(back, 'r150')).toBe(151)
  })

  test('misses no row when those that were handled have left the filter', async () => {
    // Forty of a hundred known rows left the filter, so later ones moved up.
    const list = [...rowsOf(40, 300)]
    const walk = walkOf({ ids: rowsOf(0, WALK_PAGE), total: 300, load: serving(() => list) })
    const on = await extendWalk(walk, 'next')
    expect(besideIn(on, 'r99', 'next')).toBe('r100')
    // Going back still reaches the handled records.
    expect(besideIn(on, 'r40', 'previous')).toBe('r39')
  })

  test('shows no row twice when new ones came on top', async () => {
    const list = ['new0', 'new1', ...rowsOf(0, 300)]
    const walk = walkOf({ ids: rowsOf(0, WALK_PAGE), total: 300, load: serving(() => list) })
    const { ids } = await extendWalk(walk, 'next')
    expect(ids.slice(98, 102)).toEqual(['r98', 'r99', 'r100', 'r101'])
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('ends where the list has become shorter', async () => {
    const walk = walkOf({ total: 9, load: serving(() => rowsOf(0, 5)) })
    const on = await extendWalk(walk, 'next')
    expect(besideIn(on, 'r4', 'next')).toBeNull()
  })
})

test('a list puts the keyboard on the record that was left, once', () => {
  const walks = createRecordWalks()
  walks.begin(walkOf())
  walks.leave('orders', 'r3', true)
  // The page unmounts after the navigation back.
  walks.leave('orders', 'r3', false)
  expect(walks.takeLeft('products')).toBeNull()
  expect(walks.takeLeft('orders')).toEqual({ id: 'r3', index: 3, isBack: true })
  expect(walks.takeLeft('orders')).toBeNull()
})
