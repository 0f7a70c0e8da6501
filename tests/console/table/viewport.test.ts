import { describe, expect, it } from 'vitest'
import {
  canvasHeight,
  createViewport,
  landed,
  maxCanvas,
  onScroll,
  positionOf,
  reshape,
  rowsPerPage,
  scrollToRow,
  settle,
  sliceOf,
  type Viewport,
  visibleRange,
} from '../../../src/table/viewport.ts'

const hundredThousand = createViewport({ total: 100_000, rowHeight: 36, height: 900 })
const million = createViewport({ total: 1_000_000, rowHeight: 40, height: 900 })

describe('a list whose rows fit the canvas', () => {
  it('is as high as its rows and scrolls one to one, however long the move', () => {
    expect(canvasHeight(hundredThousand)).toBe(3_600_000)
    for (const top of [0, 1, 500, 1_234_567, 3_599_100]) {
      const viewport = onScroll(hundredThousand, top)
      expect([positionOf(viewport), viewport.offset]).toEqual([top, 0])
    }
  })

  it('renders the rows in view and the overscan, no more', () => {
    expect(sliceOf(hundredThousand, 3)).toEqual({ first: 0, end: 28, top: 0 })
    expect(sliceOf(onScroll(hundredThousand, 36 * 500 + 1), 3)).toEqual({
      first: 497,
      end: 529,
      top: 497 * 36,
    })
  })

  it('has no rows, or fewer than fit, without a place to scroll to', () => {
    const none = createViewport({ total: 0, rowHeight: 36, height: 900 })
    expect(sliceOf(none, 3)).toEqual({ first: 0, end: 0, top: 0 })
    expect(scrollToRow(none, 5)).toEqual(none)
    const few = createViewport({ total: 3, rowHeight: 36, height: 900 })
    expect(onScroll(few, 400).scrollTop).toBe(0)
    expect(scrollToRow(few, 2).scrollTop).toBe(0)
  })
})

describe('bringing a row into view', () => {
  it('does not move for a row that is whole in view', () => {
    expect(scrollToRow(hundredThousand, 24)).toBe(hundredThousand)
  })

  it('moves by one row past either edge', () => {
    const down = scrollToRow(hundredThousand, 25)
    expect(positionOf(down)).toBe(36)
    expect(positionOf(scrollToRow(down, 0))).toBe(0)
  })

  it('puts a row at the start or in the middle when asked to', () => {
    expect(positionOf(scrollToRow(hundredThousand, 1_000, 'start'))).toBe(36_000)
    expect(positionOf(scrollToRow(hundredThousand, 1_000, 'center'))).toBe(36_000 - 432)
  })

  it.each([
    ['100,000 rows', hundredThousand],
    ['1,000,000 rows of 40 px', million],
    ['30,000,000 rows of 28 px', createViewport({ total: 30_000_000, rowHeight: 28, height: 731.5 })],
  ])('shows every row, the first and the last exactly: %s', (_, viewport) => {
    const step = Math.ceil(viewport.total / 1_000_000)
    let wrong = 0
    for (let index = 0; index < viewport.total; index += step) {
      if (!isWholeInView(scrollToRow(viewport, index), index)) wrong += 1
    }
    expect(wrong).toBe(0)
    const end = scrollToRow(viewport, viewport.total - 1)
    expect(positionOf(end)).toBeCloseTo(viewport.total * viewport.rowHeight - viewport.height, 6)
    expect(end.scrollTop).toBeCloseTo(canvasHeight(viewport) - viewport.height, 6)
    expect(scrollToRow(end, 0)).toEqual(viewport)
  })

  it('jumps to row 900,000 of a million with no error, from anywhere', () => {
    for (const from of [million, onScroll(million, 7_000_000), scrollToRow(million, 999_999)]) {
      const there = scrollToRow(from, 900_000, 'start')
      expect(positionOf(there)).toBe(36_000_000)
      expect(screenTop(there, 900_000)).toBe(0)
    }
  })
})

describe('a million rows of 40 px', () => {
  it('keeps the canvas and everything on it below what browsers clamp', () => {
    expect(canvasHeight(million)).toBe(maxCanvas)
    for (let index = 0; index < 1_000_000; index += 997) {
      const { top, first, end } = sliceOf(scrollToRow(million, index), 3)
      expect(top + (end - first) * 40).toBeLessThanOrEqual(maxCanvas + 3 * 40)
      expect(top).toBeGreaterThanOrEqual(-3 * 40)
    }
  })

  it('moves one to one under the wheel in the middle of the list', () => {
    let viewport = onScroll(million, 7_000_000)
    const start = positionOf(viewport)
    for (let turn = 1; turn <= 50; turn += 1) {
      viewport = onScroll(viewport, viewport.scrollTop + 120)
      expect(positionOf(viewport)).toBe(start + turn * 120)
    }
  })

  it('reaches both ends exactly when the scrollbar is dragged there', () => {
    const end = onScroll(million, maxCanvas - 900)
    expect(positionOf(end)).toBe(1_000_000 * 40 - 900)
    expect(visibleRange(end).end).toBe(1_000_000)
    expect(positionOf(onScroll(end, 0))).toBe(0)
  })

  it('leaves no row out between two neighbouring places of the scrollbar', () => {
    for (let top = 0; top < maxCanvas - 900; top += 9_973) {
      const here = onScroll(million, top)
      const next = onScroll(onScroll(million, maxCanvas / 3), top + 1)
      if (Math.abs(top - maxCanvas / 3) < 4_000) continue
      expect(visibleRange(next).first).toBeLessThanOrEqual(visibleRange(here).end)
    }
  })

  it('settles without moving a row on the screen, and stays settled', () => {
    let viewport = onScroll(million, 5_000_000)
    for (let turn = 0; turn < 400; turn += 1) viewport = onScroll(viewport, viewport.scrollTop - 53)
    const settled = settle(viewport)
    expect(positionOf(settled)).toBe(positionOf(viewport))
    expect(settled.scrollTop).not.toBe(viewport.scrollTop)
    expect(settle(settled)).toEqual(settled)
  })

  it('keeps its rows in place where the browser rounds what it is told to scroll to', () => {
    const asked = scrollToRow(million, 900_000, 'start')
    const there = landed(asked, asked.scrollTop + 1)
    expect([positionOf(there), screenTop(there, 900_000)]).toEqual([36_000_000, 0])
    expect(onScroll(there, there.scrollTop)).toBe(there)
    expect(settle(there)).toBe(there)
  })

  it('wheels to the end and back to the start without skipping, losing one turn at most where it meets the edge', () => {
    let viewport = scrollToRow(million, 960_000, 'start')
    let turns = 0
    while (positionOf(viewport) < 1_000_000 * 40 - 900) {
      viewport = onScroll(viewport, viewport.scrollTop + 2_500)
      turns += 1
    }
    expect(turns).toBe(Math.ceil((40_000 * 40 - 900) / 2_500))
    expect(viewport.scrollTop).toBe(maxCanvas - 900)
    viewport = scrollToRow(viewport, 40_000, 'start')
    for (turns = 0; positionOf(viewport) > 0; turns += 1)
      viewport = onScroll(viewport, viewport.scrollTop - 2_500)
    expect(turns).toBeLessThanOrEqual((40_000 * 40) / 2_500 + 1)
    expect(viewport.scrollTop).toBe(0)
  })
})

describe('a list that changes its size', () => {
  it('keeps the first visible row when rows become lower or higher', () => {
    const there = scrollToRow(million, 900_000, 'start')
    expect(visibleRange(reshape(there, { rowHeight: 28 })).first).toBe(900_000)
    expect(visibleRange(reshape(there, { height: 400 })).first).toBe(900_000)
  })

  it('keeps its place when rows are added, and stops at the new end when they are taken away', () => {
    const there = scrollToRow(million, 900_000, 'start')
    expect(positionOf(reshape(there, { total: 1_000_050 }))).toBe(36_000_000)
    const cut = reshape(there, { total: 2_000 })
    expect(visibleRange(cut)).toEqual({ first: 1_977, end: 2_000 })
  })

  it('counts the rows of a page, and at least one', () => {
    expect(rowsPerPage(hundredThousand)).toBe(25)
    expect(rowsPerPage(reshape(hundredThousand, { height: 10 }))).toBe(1)
  })
})

function screenTop(viewport: Viewport, index: number): number {
  const slice = sliceOf(viewport, 3)
  return slice.top + (index - slice.first) * viewport.rowHeight - viewport.scrollTop
}

function isWholeInView(viewport: Viewport, index: number): boolean {
  const slice = sliceOf(viewport, 3)
  const top = screenTop(viewport, index)
  const fits = top >= -0.001 && top + viewport.rowHeight <= viewport.height + 0.001
  return index >= slice.first && index < slice.end && fits
}
