import { Virtualizer } from '@tanstack/react-virtual'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRowScroller } from '../../../../src/table/row-scroller.ts'

const height = 900
const header = 33

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', { innerWidth: 1_200, innerHeight: height + header, ResizeObserver: NoSizes })
  vi.stubGlobal('ResizeObserver', NoSizes)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('bringing a row into view', () => {
  it('renders the rows in view and three more on each side, no more', () => {
    const { rendered, scrollToRow } = gridOf({ total: 100_000, rowHeight: 36 })
    expect(rendered()).toEqual({ first: 0, end: 28 })
    scrollToRow(500, 'start')
    expect(rendered()).toEqual({ first: 497, end: 528 })
  })

  it('does not scroll to a fully visible row, and scrolls by one row past either edge', () => {
    const { position, scrollToRow } = gridOf({ total: 100_000, rowHeight: 36 })
    scrollToRow(24)
    expect(position()).toBe(0)
    scrollToRow(25)
    expect(position()).toBe(36)
    scrollToRow(0)
    expect(position()).toBe(0)
  })

  it('puts a row at the start or in the middle when asked to', () => {
    const { position, scrollToRow } = gridOf({ total: 100_000, rowHeight: 36 })
    scrollToRow(1_000, 'start')
    expect(position()).toBe(36_000)
    scrollToRow(1_000, 'center')
    expect(position()).toBe(36_000 - 432)
  })

  it.each([
    ['9,000 rows', { total: 9_000, rowHeight: 36 }],
    ['100,000 rows', { total: 100_000, rowHeight: 36 }],
    ['1,000,000 rows of 40 px', { total: 1_000_000, rowHeight: 40 }],
    ['30,000,000 rows of 28 px', { total: 30_000_000, rowHeight: 28 }],
  ])('shows every row, the first and the last exactly: %s', (_, shape) => {
    const { topOf, rendered, position, scrollToRow } = gridOf(shape)
    const last = shape.total - 1
    let wrong = 0
    const check = (index: number) => {
      scrollToRow(index)
      const { first, end } = rendered()
      const top = topOf(index)
      const isWhole = top >= -0.001 && top + shape.rowHeight <= height + 0.001
      if (index < first || index >= end || !isWhole) wrong += 1
    }
    for (let index = 0; index < shape.total; index += Math.ceil(shape.total / 5_003)) check(index)
    for (const index of [last, 0, last, last - 1, Math.floor(last / 2), 1]) check(index)
    expect(wrong).toBe(0)
    scrollToRow(last)
    expect(position()).toBeCloseTo(shape.total * shape.rowHeight - height, 6)
    expect(rendered().end).toBe(shape.total)
    scrollToRow(0)
    expect(position()).toBe(0)
  })

  it('jumps to row 900,000 of a million with no error, from anywhere', () => {
    const { topOf, scrollToRow, wheelTo } = gridOf({ total: 1_000_000, rowHeight: 40 })
    for (const leave of [() => undefined, () => wheelTo(7_000_000), () => scrollToRow(999_999)]) {
      leave()
      scrollToRow(900_000, 'start')
      expect(topOf(900_000)).toBe(0)
    }
  })
})

describe('scrolling', () => {
  it('renders the rows that a dragged scrollbar comes to, both ends included', () => {
    const { rendered, wheelTo } = gridOf({ total: 1_000_000, rowHeight: 40 })
    wheelTo(15_000_000 - height)
    expect(rendered()).toEqual({ first: 999_974, end: 1_000_000 })
    wheelTo(7_500_000)
    expect(Math.abs(rendered().first - 500_000)).toBeLessThan(50)
    wheelTo(0)
    expect(rendered()).toEqual({ first: 0, end: 26 })
  })

  it('goes through every row of a section and on into the next one', () => {
    const { rendered, scrollToRow, wheelBy } = gridOf({ total: 1_000_000, rowHeight: 40 })
    scrollToRow(4_000, 'start')
    let before = rendered()
    let skipped = 0
    for (let turn = 0; turn < 800; turn += 1) {
      wheelBy(600)
      const now = rendered()
      if (now.first > before.end || now.end <= before.end) skipped += 1
      before = now
    }
    expect([skipped, before.first]).toEqual([0, 4_000 + 800 * 15 - 3])
  })

  it('says what is in view, so that it can be loaded', () => {
    const { visible, scrollToRow } = gridOf({ total: 1_000_000, rowHeight: 40 })
    scrollToRow(900_000, 'start')
    expect(visible()).toEqual([900_000, 900_023])
  })
})

type Shape = { total: number; rowHeight: number }

class NoSizes {
  observe() {}
  disconnect() {}
}

/** A scroll element, a virtualizer and the scroller, connected as in the grid. */
function gridOf(shape: Shape) {
  let visible: readonly number[] = []
  const element = fakeElement(shape)
  const scroller = createRowScroller({
    rowHeight: shape.rowHeight,
    onWidth: () => undefined,
    onVisible: (first, end) => {
      visible = [first, end]
    },
  })
  const virtualizer = new Virtualizer<HTMLElement, HTMLElement>({
    count: Math.min(shape.total, 10_000),
    getScrollElement: () => element as unknown as HTMLElement,
    estimateSize: () => shape.rowHeight,
    overscan: 3,
    ...scroller.options,
  })
  virtualizer._willUpdate()
  scroller.attach(virtualizer)
  scroller.commit(shape)
  const { place } = scroller
  return {
    scrollToRow: scroller.scrollToRow,
    visible: () => visible,
    position: () => element.scrollTop + place.get().offset,
    topOf: (index: number) => index * shape.rowHeight - place.get().offset - element.scrollTop,
    rendered: () => {
      const items = virtualizer.getVirtualItems()
      const first = place.get().base + (items[0]?.index ?? 0)
      return { first, end: first + items.length }
    },
    wheelTo(scrollTop: number) {
      element.scrollTop = scrollTop
      element.scrolled()
    },
    wheelBy(pixels: number) {
      element.scrollTop += pixels
      element.scrolled()
      vi.advanceTimersByTime(20)
    },
  }
}

function fakeElement({ total, rowHeight }: Shape) {
  const listeners = new Map<string, () => void>()
  let top = 0
  const scrollHeight = header + Math.min(total * rowHeight, 15_000_000)
  return {
    scrollHeight,
    clientHeight: height + header,
    clientWidth: 1_200,
    ownerDocument: {
      defaultView: Object.assign(globalThis, {
        requestAnimationFrame: () => 0,
        cancelAnimationFrame: () => 0,
      }),
    },
    get scrollTop() {
      return top
    },
    set scrollTop(value: number) {
      top = Math.min(Math.max(0, value), scrollHeight - height - header)
    },
    addEventListener: (type: string, listener: () => void) => listeners.set(type, listener),
    removeEventListener: (type: string) => listeners.delete(type),
    scrolled: () => listeners.get('scroll')?.(),
  }
}
