import { expect, test } from 'vitest'
import { rowsInView } from '../../../../src/palette/palette-list.tsx'
import type { PaletteItem, PaletteSection } from '../../../../src/palette/results/palette-item.ts'

const row: PaletteItem = { id: 'r', title: 'r', icon: 'tag', act: { kind: 'type', text: 'r' } }
const section = (rows: number, heading: string | null = null): PaletteSection => ({
  id: `${heading} ${rows}`,
  heading,
  items: Array.from({ length: rows }, () => row),
})

test.each([
  ['nothing', [], 0],
  ['all of a few', [section(3, 'A'), section(2, 'B')], 5],
  ['as many as fit, one that is cut included', [section(50)], 12],
  ['fewer under a heading', [section(50, 'A')], 11],
  ['fewer still under several', [section(2, 'A'), section(3, 'B'), section(50, 'C')], 10],
  ['those of each section that is in view', [section(1, 'A'), section(1, 'B'), section(50, 'C')], 10],
  [
    'the first row of each heading that is in view',
    Array.from({ length: 20 }, (_, at) => section(1, `${at}`)),
    7,
  ],
])('the list shows %s', (_, sections, rows) => expect(rowsInView(sections)).toBe(rows))
