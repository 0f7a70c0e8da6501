import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ChunkMissing, chunkTimeout, loadChunk } from '../../../src/app/screens/load-chunk.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('hands on what comes, and leaves no timer behind', async () => {
  expect(await loadChunk(async () => 'a screen')).toBe('a screen')
  expect(vi.getTimerCount()).toBe(0)
})

test('gives up after 120 seconds, not before', async () => {
  const ended = vi.fn()
  const loading = loadChunk(() => new Promise(() => {})).catch(ended)
  await vi.advanceTimersByTimeAsync(chunkTimeout - 1)
  expect(ended).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await loading
  expect(chunkTimeout).toBe(120_000)
  expect(ended.mock.calls[0]?.[0]).toBeInstanceOf(ChunkMissing)
})

test('a part that is gone, or a network that is, is missing too, with its cause', async () => {
  const cause = new TypeError('Failed to fetch dynamically imported module')
  const error = await loadChunk(() => Promise.reject(cause)).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(ChunkMissing)
  expect((error as Error).cause).toBe(cause)
})
