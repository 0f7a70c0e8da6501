import { describe, expect, it } from 'vitest'
import {
  canvasHeight,
  createScrollCanvas,
  landed,
  MAX_CANVAS,
  onScroll,
  positionOf,
  reshape,
  type ScrollCanvas,
  scrollToPosition,
  settle,
} from '../../../../src/table/scroll-canvas.ts'

const hundredThousand = createScrollCanvas({ total: 100_000, rowHeight: 36, height: 900 })
const million = createScrollCanvas({ total: 1_000_000, rowHeight: 40, height: 900 })

describe('a list whose rows fit the canvas', () => {
  it('is as high as its rows and scrolls one to one, however long the move', () => {
    expect(canvasHeight(hundredThousand)).toBe(3_600_000)
    for (const top of [0, 1, 500, 1_234_567, 3_599_100]) {
      const canvas = onScroll(hundredThousand, top)
      expect([positionOf(canvas), canvas.offset]).toEqual([top, 0])
    }
  })

  it('has no rows, or fewer than fit, without a place to scroll to', () => {
    const few = createScrollCanvas({ total: 3, rowHeight: 36, height: 900 })
    expect(onScroll(few, 400).scrollTop).toBe(0)
    expect(scrollToPosition(few, 72).scrollTop).toBe(0)
  })
})

describe('a million rows of 40 px', () => {
  it('keeps the canvas and everything on it below what browsers clamp', () => {
    expect(canvasHeight(million)).toBe(MAX_CANVAS)
    for (let index = 0; index < 1_000_000; index += 997) {
      const { offset } = scrollToRow(million, index)
      expect(index * 40 - offset).toBeLessThanOrEqual(MAX_CANVAS)
      expect(index * 40 - offset).toBeGreaterThanOrEqual(0)
    }
  })

  it('jumps to row 900,000 with no error, from anywhere', () => {
    for (const from of [million, onScroll(million, 7_000_000), scrollToRow(million, 999_999)]) {
      const there = scrollToRow(from, 900_000)
      expect(positionOf(there)).toBe(36_000_000)
      expect(900_000 * 40 - there.offset - there.scrollTop).toBe(0)
    }
  })

  it('moves one to one under the wheel in the middle of the list', () => {
    let canvas = onScroll(million, 7_000_000)
    const start = positionOf(canvas)
    for (let turn = 1; turn <= 50; turn += 1) {
      canvas = onScroll(canvas, canvas.scrollTop + 120)
      expect(positionOf(canvas)).toBe(start + turn * 120)
    }
  })

  it('reaches both ends exactly when the scrollbar is dragged there', () => {
    const end = onScroll(million, MAX_CANVAS - 900)
    expect(positionOf(end)).toBe(1_000_000 * 40 - 900)
    expect(positionOf(onScroll(end, 0))).toBe(0)
  })

  it('leaves no row out between two neighbouring places of the scrollbar', () => {
    for (let top = 0; top < MAX_CANVAS - 900; top += 9_973) {
      const here = onScroll(million, top)
      const next = onScroll(onScroll(million, MAX_CANVAS / 3), top + 1)
      if (Math.abs(top - MAX_CANVAS / 3) < 4_000) continue
      expect(positionOf(next)).toBeLessThanOrEqual(positionOf(here) + 900)
    }
  })

  it('settles without moving a row on the screen, and stays settled', () => {
    let canvas = onScroll(million, 5_000_000)
    for (let turn = 0; turn < 400; turn += 1) canvas = onScroll(canvas, canvas.scrollTop - 53)
    const settled = settle(canvas)
    expect(positionOf(settled)).toBe(positionOf(canvas))
    expect(settled.scrollTop).not.toBe(canvas.scrollTop)
    expect(settle(settled)).toEqual(settled)
  })

  it('keeps its rows in place where the browser rounds the scroll offset', () => {
    const scrolled = scrollToRow(million, 900_000)
    const there = landed(scrolled, scrolled.scrollTop + 1)
    expect([positionOf(there), 900_000 * 40 - there.offset - there.scrollTop]).toEqual([36_000_000, 0])
    expect(onScroll(there, there.scrollTop)).toBe(there)
    expect(settle(there)).toBe(there)
  })

  it('wheels to the end and back to the start without skipping, losing one turn at most where it meets the edge', () => {
    let canvas = scrollToRow(million, 960_000)
    let turns = 0
    while (positionOf(canvas) < 1_000_000 * 40 - 900) {
      canvas = onScroll(canvas, canvas.scrollTop + 2_500)
      turns += 1
    }
    expect(turns).toBe(Math.ceil((40_000 * 40 - 900) / 2_500))
    expect(canvas.scrollTop).toBe(MAX_CANVAS - 900)
    canvas = scrollToRow(canvas, 40_000)
    for (turns = 0; positionOf(canvas) > 0; turns += 1) canvas = onScroll(canvas, canvas.scrollTop - 2_500)
    expect(turns).toBeLessThanOrEqual((40_000 * 40) / 2_500 + 1)
    expect(canvas.scrollTop).toBe(0)
  })
})

describe('a list that changes its size', () => {
  it('keeps the first visible row when rows become lower or higher', () => {
    const there = scrollToRow(million, 900_000)
    expect(positionOf(reshape(there, { rowHeight: 28 }))).toBe(900_000 * 28)
    expect(positionOf(reshape(there, { height: 400 }))).toBe(36_000_000)
  })

  it('keeps its place when rows are added, and stops at the new end when they are taken away', () => {
    const there = scrollToRow(million, 900_000)
    expect(positionOf(reshape(there, { total: 1_000_050 }))).toBe(36_000_000)
    expect(positionOf(reshape(there, { total: 2_000 }))).toBe(2_000 * 40 - 900)
  })
})

function scrollToRow(canvas: ScrollCanvas, index: number): ScrollCanvas {
  return scrollToPosition(canvas, index * canvas.rowHeight)
}
