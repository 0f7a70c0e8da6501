import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { nameOf } from '../palette-queries/judge.ts'
import { found } from '../palette-queries/palette.ts'
import { now } from '../palette-queries/records.ts'

beforeAll(() => void vi.useFakeTimers({ now, toFake: ['Date'] }))
afterAll(() => void vi.useRealTimers())

const changes =
  /^(?:order|shipping)\.(?:confirm|cancel|not-reachable|delete|deliver|collect|refuse|postpone|assign|status)\b/

// No record has these numbers and telephones; 14992 and 50214 are in hand.
test.each([
  ['en', 'confirm 14396', 'orders', 14992],
  ['en', 'confirm 99999', 'orders', 14992],
  ['de', 'bestätigen 14396', 'orders', 14992],
  ['fr', 'annuler la commande 14396', 'orders', 14992],
  ['fr', 'annuler 07 09 99 99 99', 'orders', 14992],
  ['it', 'consegnato 53999', 'shippings', 50214],
  ['es', 'entregar 53999', 'shippings', 50214],
  ['ru', 'отменить 53999', 'shippings', 50214],
  ['de', 'zugestellt 53999', 'shippings', 50214],
  ['fr', 'livré 53999', 'shippings', 50214],
] as const)('in %s, "%s" never changes the record in hand', (language, typed, on, active) => {
  const [first] = found(language, typed, { on, active })
  expect(first === undefined ? '' : nameOf(first)).not.toMatch(changes)
})
