import { expect, test } from 'vitest'
import { refusalKey } from '../../../../src/workspace/refusal-key.ts'

test('a courier reads of the office, everybody else of the status', () => {
  const moved = { resource: 'shippings', refusal: 'NO_SUCH_TRANSITION' } as const
  expect(refusalKey(moved, 'delivery')).toBe('delivery:refused.moved')
  expect(refusalKey(moved, 'admin')).toBe('errors:NO_SUCH_TRANSITION')
  expect(refusalKey({ ...moved, refusal: 'NOT_FOUND' }, 'delivery')).toBe('delivery:stray.gone')
  expect(refusalKey({ resource: 'orders', refusal: 'NO_SUCH_TRANSITION' }, 'delivery')).toBe(
    'errors:NO_SUCH_TRANSITION',
  )
})
