import { expect, it, vi } from 'vitest'
import { whenLong } from '../../../../src/features/changes/when-long.ts'

it('says that a call takes long, unless it ended or waits for the user', () => {
  vi.useFakeTimers()
  const [ended, held, long] = [vi.fn(), vi.fn(), vi.fn()]
  let isHeld = true
  const stop = whenLong(ended)
  whenLong(held, () => isHeld)
  whenLong(long)
  vi.advanceTimersByTime(399)
  stop()
  vi.advanceTimersByTime(5_000)
  expect([ended, held, long].map(({ mock }) => mock.calls.length)).toEqual([0, 0, 1])
  isHeld = false
  vi.advanceTimersByTime(5_000)
  expect(held).toHaveBeenCalledOnce()
  vi.useRealTimers()
})
