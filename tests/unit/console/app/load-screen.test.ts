import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadScreen, SCREEN_TIMEOUT_MS, ScreenNotLoaded } from '../../../../src/app/root-layout.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  // A failed import checks for a newer build.
  vi.stubGlobal('document', { querySelector: () => null })
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('offline')
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('answers the module and leaves no timer behind', async () => {
  expect(await loadScreen(async () => 'a screen')).toBe('a screen')
  expect(vi.getTimerCount()).toBe(0)
})

test('gives up after 120 seconds, not before', async () => {
  const ended = vi.fn()
  const loading = loadScreen(() => new Promise(() => {})).catch(ended)
  await vi.advanceTimersByTimeAsync(SCREEN_TIMEOUT_MS - 1)
  expect(ended).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await loading
  expect(SCREEN_TIMEOUT_MS).toBe(120_000)
  expect(ended.mock.calls[0]?.[0]).toBeInstanceOf(ScreenNotLoaded)
})

test('an import that keeps failing is a screen that was not loaded, with its cause', async () => {
  const cause = new TypeError('Failed to fetch dynamically imported module')
  const failed = loadScreen(() => Promise.reject(cause)).catch((reason: unknown) => reason)
  await vi.advanceTimersByTimeAsync(60_000)
  const error = await failed
  expect(error).toBeInstanceOf(ScreenNotLoaded)
  expect((error as Error).cause).toBe(cause)
})
