import { describe, expect, test } from 'vitest'
import { fitWidths, naturalWidth, SELECTION_WIDTH } from '../../../../src/table/column-widths.ts'

const number = { id: 'number', width: 84 }
const name = { id: 'name', width: 200, minWidth: 100 }
const address = { id: 'address', width: 240, minWidth: 120 }
const status = { id: 'status', width: 140 }
const columns = [number, name, address, status]

const fitted = (available: number, natural = {}, own = {}) =>
  fitWidths({ columns, natural, own, available: available + SELECTION_WIDTH })

describe('a column by itself', () => {
  test('is as wide as it says until its content has been measured', () => {
    expect(naturalWidth(name, {})).toBe(200)
  })

  test('is as wide as its content, within its bounds', () => {
    expect(naturalWidth(number, { number: 57 })).toBe(57)
    expect(naturalWidth(number, { number: 12 })).toBe(48)
    expect(naturalWidth(status, { status: 900 })).toBe(220)
    expect(naturalWidth(name, { name: 151 })).toBe(151)
    expect(naturalWidth(name, { name: 30 })).toBe(100)
    expect(naturalWidth(name, { name: 900 })).toBe(200)
  })
})

describe('columns together', () => {
  const natural = { number: 60, name: 180, address: 240, status: 120 }

  test('keep the width of their content where there is room', () => {
    expect(fitted(600, natural)).toEqual({ number: 60, name: 180, address: 240, status: 120 })
    expect(fitted(2_000, natural)).toEqual({ number: 60, name: 180, address: 240, status: 120 })
  })

  test('fit a narrower grid at the cost of texts alone, each by its share', () => {
    const widths = fitted(500, natural)
    expect(widths).toMatchObject({ number: 60, status: 120 })
    expect(widths.name).toBe(140)
    expect(widths.address).toBe(180)
  })

  test('keep the title whole until the other texts have lost three quarters of what they can', () => {
    const withTitle = (available: number) =>
      fitWidths({
        columns: [number, { ...name, narrow: 'title' }, address, status],
        natural,
        own: {},
        available: available + SELECTION_WIDTH,
      })
    expect(withTitle(520)).toMatchObject({ name: 180, address: 160 })
    expect(withTitle(510)).toMatchObject({ name: 180, address: 150 })
    expect(withTitle(455)).toMatchObject({ name: 140, address: 135 })
    expect(withTitle(400)).toMatchObject({ name: 100, address: 120 })
  })

  test('leave the last ones beyond the edge where not all can fit, and fill the grid with the others', () => {
    // Without the status: 60 + 180 + 240 do not fit, 60 + 100 + 120 would.
    const widths = fitted(300, natural)
    expect((widths.number ?? 0) + (widths.name ?? 0) + (widths.address ?? 0)).toBeLessThanOrEqual(300)
    expect(widths.status).toBe(120)
  })

  test('leave a last one that gives way beyond the edge before the texts lose most of what they can', () => {
    const comment = { id: 'comment', width: 220, minWidth: 110, givesWay: true }
    const withComment = (available: number, columns: readonly Parameters<typeof naturalWidth>[0][]) =>
      fitWidths({
        columns,
        natural: { ...natural, comment: 220 },
        own: {},
        available: available + SELECTION_WIDTH,
      })
    const all = [...columns, comment]
    expect(withComment(700, all)).toMatchObject({ name: 149, address: 193, comment: 177 })
    expect(withComment(680, all)).toMatchObject({ name: 180, address: 240, comment: 220 })
    // 640 would take 180 of the 310 that the texts can lose.
    expect(withComment(640, all)).toEqual({ number: 60, name: 180, address: 240, status: 120, comment: 220 })
    expect(withComment(640, [comment, ...columns])).toMatchObject({ comment: 156, status: 120 })
  })

  test('stay as they are when one of them is made wider or narrower', () => {
    const before = fitted(500, natural)
    for (const own of [80, 181, 400]) {
      expect(fitted(500, natural, { address: own })).toEqual({ ...before, address: own })
    }
    expect(fitted(300, natural, { number: 200 })).toEqual({ ...fitted(300, natural), number: 200 })
  })

  test('never change a width that a person chose', () => {
    expect(fitted(400, natural, { address: 240 })).toMatchObject({ address: 240, name: 100 })
    expect(fitted(2_000, natural, { number: 300 })).toMatchObject({ number: 300 })
  })
})
