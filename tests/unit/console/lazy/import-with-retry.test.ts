import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { importWithRetry, MAX_ATTEMPTS } from '../../../../src/lazy/import-with-retry.ts'

const reload = vi.fn()
let served = '/assets/index-old.js'
let isOnline = true

beforeEach(() => {
  vi.useFakeTimers()
  reload.mockReset()
  served = '/assets/index-old.js'
  isOnline = true
  const storage = new Map<string, string>()
  vi.stubGlobal('document', {
    querySelector: () => ({ getAttribute: () => '/assets/index-old.js' }),
  })
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
  })
  vi.stubGlobal('location', { reload })
  vi.stubGlobal('fetch', async () => {
    if (!isOnline) throw new TypeError('Failed to fetch')
    return new Response(`<html><script type="module" crossorigin src="${served}"></script></html>`)
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Fails this many times, then returns the module. */
const cutImport = (cuts: number) =>
  vi.fn(async () => {
    if (cuts-- > 0) throw new TypeError('Failed to fetch dynamically imported module')
    return { default: 'the screen' }
  })

describe('importWithRetry', () => {
  it('resolves at once with what comes at once', async () => {
    const load = cutImport(0)
    expect(await importWithRetry(load)).toEqual({ default: 'the screen' })
    expect(load).toHaveBeenCalledTimes(1)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('requests a chunk that the network cut again, with growing pauses, and does not reload the page', async () => {
    const load = cutImport(3)
    const began = Date.now()
    const times: number[] = []
    const imported = importWithRetry(() => {
      times.push(Date.now() - began)
      return load()
    })
    await vi.runAllTimersAsync()
    expect(await imported).toEqual({ default: 'the screen' })
    const pauses = times.slice(1).map((time, at) => time - (times[at] ?? 0))
    expect(pauses).toHaveLength(3)
    for (const [at, pause] of pauses.entries()) {
      expect(pause).toBeGreaterThanOrEqual(150 * 2 ** at)
      expect(pause).toBeLessThanOrEqual(450 * 2 ** at)
    }
    expect(reload).not.toHaveBeenCalled()
  })

  it('gives up after its last attempt with the error of that attempt', async () => {
    isOnline = false
    const load = cutImport(Number.POSITIVE_INFINITY)
    const failed = importWithRetry(load).catch((error: unknown) => error)
    await vi.runAllTimersAsync()
    expect(await failed).toBeInstanceOf(TypeError)
    expect(load).toHaveBeenCalledTimes(MAX_ATTEMPTS)
    expect(reload).not.toHaveBeenCalled()
  })

  it('reloads the page once if the chunk is missing because the server has a newer build', async () => {
    served = '/assets/index-new.js'
    for (let visit = 1; visit <= 2; visit++) {
      const failed = importWithRetry(cutImport(Number.POSITIVE_INFINITY)).catch(() => undefined)
      await vi.runAllTimersAsync()
      await failed
    }
    expect(reload).toHaveBeenCalledTimes(1)
  })
})
