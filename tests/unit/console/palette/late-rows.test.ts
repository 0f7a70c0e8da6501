import { describe, expect, test } from 'vitest'
import { pageFrame } from '../../../../machines/palette/palette-types.ts'
import { isAwaited, type SearchState } from '../../../../src/palette/ranking/record-search.ts'
import type { PaletteItem } from '../../../../src/palette/results/palette-item.ts'
import { readInput } from '../../../../src/palette/results/read-input.ts'
import { readingsOf } from '../../../../src/palette/results/readings.ts'
import { typedSections } from '../../../../src/palette/results/typed-sections.ts'
import {
  defaultOf,
  highlightedAt,
  isRenderedFor,
  nextRendered,
  nothingRendered,
  rowsFor,
  stabilizeOrder,
} from '../../../../src/palette/results/use-highlight.ts'
import { consoleView } from './console-view.ts'
import { contextWith, hitWith } from './palette-context.ts'

const row = (id: string): PaletteItem => ({ id, title: id, icon: 'tag', act: { kind: 'type', text: id } })
const rows = (ids: string) => [...ids].map(row)
const held = (items: string, seen: string, highlighted: string | null, hasMoved = false) =>
  stabilizeOrder(rows(items), [...seen], highlighted, hasMoved)
    .map(({ id }) => id)
    .join('')

describe('rows that arrive late', () => {
  test.each([
    ['stand below what is highlighted, not above it', 'xyabc', 'abc', 'a', 'axybc'],
    ['leave everything above the highlight where it was', 'xacyb', 'abc', 'b', 'abxcy'],
    ['fill the places of rows above that have gone', 'xyb', 'ab', 'b', 'xby'],
    ['leave no hole where nothing new came', 'b', 'ab', 'b', 'b'],
    ['stand as they come where the highlighted row has gone', 'xyz', 'abc', 'b', 'xyz'],
    ['stand as they come where nothing was highlighted', 'xab', 'ab', null, 'xab'],
  ])('%s', (_, items, seen, highlighted, expected) => {
    expect(held(items, seen, highlighted)).toBe(expected)
  })

  test.each([
    ['follow every row that was there, in its order', 'xcaby', 'abc', 'b', 'abcxy'],
    ['fill the places of rows above that have gone', 'xcby', 'abc', 'b', 'xbcy'],
    ['close up where a row below has gone', 'cxb', 'bac', 'b', 'bcx'],
    ['move nothing where nothing new came', 'cba', 'abc', 'c', 'abc'],
  ])('%s, once the highlight was moved', (_, items, seen, highlighted, expected) => {
    expect(held(items, seen, highlighted, true)).toBe(expected)
  })
})

describe('the row that Enter runs by itself', () => {
  const part: PaletteItem = { ...row('a'), part: true }

  test('reads the whole text while a name in a filter is looked up', () => {
    const byWords: PaletteItem = { ...row('a'), byWords: true }
    const pending: PaletteItem = { ...row('b'), pending: true }
    expect(defaultOf([byWords, pending], true)).toBeUndefined()
    expect(defaultOf([byWords, row('b')], true)).toBe(byWords)
    expect(defaultOf([row('a'), pending], true)?.id).toBe('a')
  })

  test('leaves no word over while an answer may explain it', () => {
    expect(defaultOf([part, row('b')], true)).toBeUndefined()
    expect(defaultOf([part, row('b')], false)).toBe(part)
    expect(defaultOf(rows('ab'), true)?.id).toBe('a')
  })
})

describe('what was seen when a key went down', () => {
  const page = { kind: 'root' } as const
  const frame = { ...pageFrame(page), query: 'awa' }
  const [a, b] = [row('a'), row('b')]
  const shown = nextRendered(nothingRendered(), { frame, ids: ['a'], highlighted: a }, false, 100)

  test('is the row before, where an answer put another one there after the key', () => {
    const next = nextRendered(shown, { frame, ids: ['b'], highlighted: b }, false, 200)
    expect(highlightedAt(next, 199)).toBe(a)
    expect(highlightedAt(next, 201)).toBe(b)
  })

  test('is nothing, where nothing was highlighted yet', () => {
    const empty = nextRendered(nothingRendered(), { frame, ids: [], highlighted: undefined }, false, 100)
    const next = nextRendered(empty, { frame, ids: ['b'], highlighted: b }, false, 200)
    expect(highlightedAt(next, 199)).toBeUndefined()
  })

  test('is the row that the person moved to or typed for, however fast', () => {
    expect(
      highlightedAt(nextRendered(shown, { frame, ids: ['a', 'b'], highlighted: b }, true, 200), 150),
    ).toBe(b)
    const typed = { ...frame, query: 'awa k' }
    expect(
      highlightedAt(nextRendered(shown, { frame: typed, ids: ['b'], highlighted: b }, false, 200), 150),
    ).toBe(b)
  })

  test('is there again in its order when one comes back from another page', () => {
    const inside = pageFrame({ kind: 'record', record: { resource: 'orders', id: 'a' }, title: 'a' })
    const both = nextRendered(shown, { frame, ids: ['a', 'b'], highlighted: b }, true, 200)
    const away = nextRendered(both, { frame: inside, ids: ['c'], highlighted: row('c') }, false, 300)
    expect(rowsFor(away, frame)).toMatchObject({ ids: ['a', 'b'], highlighted: b })
    expect(rowsFor(away, inside)?.ids).toEqual(['c'])
    expect(rowsFor(away, { ...frame, query: 'aw' })).toBeNull()
  })

  test('is forgotten with the text that it was seen for', () => {
    expect(isRenderedFor(shown, frame)).toBe(true)
    expect(isRenderedFor(shown, { ...frame, query: 'aw' })).toBe(false)
    expect(isRenderedFor(shown, { ...frame, page: { kind: 'root' } })).toBe(false)
  })
})

describe('hits of an earlier text', () => {
  const rowsOf = (query: string, search: SearchState) => {
    const view = consoleView(contextWith({ resource: 'orders' }), { search })
    const input = readInput(query)
    return typedSections(input, readingsOf(input, view), view)
      .flatMap(({ items }) => items)
      .filter(({ hit }) => hit)
      .map(({ hit, stale }) => [hit?.number, stale === true])
  }
  const hits = [hitWith({ id: 'o1', number: 10_423 }), hitWith({ id: 'o2', number: 104_230 })]

  test('are no choice of anybody’s, but for the very number', () => {
    const search = { hits, query: '1042', failure: null } as const
    expect(rowsOf('#10423', search)).toEqual([
      [10_423, false],
      [104_230, true],
    ])
    expect(rowsOf('10423', search)).toEqual([
      [10_423, false],
      [104_230, true],
    ])
  })

  test('are choices where they show what is typed, and all of them once they have been found for it', () => {
    const other = hitWith({ id: 'o2', title: 'Yao Traoré' })
    const search = { hits: [hitWith(), other], query: 'a', failure: null } as const
    const staleOnes = (state: SearchState) => rowsOf('awa k', state).map(([, stale]) => stale)
    expect(staleOnes(search)).toEqual([false, true])
    expect(staleOnes({ ...search, query: 'awa k' })).toEqual([false, false])
  })

  test('are waited for until the answer, or its failure', () => {
    const state = { hits: [], query: 'a', failure: null }
    const failed = { ...state, failure: { query: 'aw', code: 'OFFLINE' } }
    expect(isAwaited(state, 'aw')).toBe(true)
    expect(isAwaited({ ...state, query: 'aw' }, 'aw')).toBe(false)
    expect(isAwaited(failed, 'aw')).toBe(false)
    expect(isAwaited(failed, 'awa')).toBe(true)
    expect(isAwaited(state, '')).toBe(false)
  })
})
