import { expect, test } from 'vitest'
import { exportName } from '../../../../src/features/exports/save-list.ts'
import { speaking } from '../filter/all-texts.ts'

test.each([
  ['es', 'Pedidos 2026-11-07.xlsx'],
  ['ru', 'Заказы 2026-11-07.xlsx'],
] as const)('an export is named by its list and day: %s', (language, name) => {
  expect(exportName(speaking(language).t, 'orders', new Date(2026, 10, 7))).toBe(name)
})
