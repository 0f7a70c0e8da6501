import { createAtom } from '@xstate/store'

/**
 * The console's own files that this page has loaded, by path. Watched from the start of the page:
 * `performance.getEntriesByType` ends at 250 entries, which calls of the API soon fill.
 */
const files = createAtom<readonly string[]>([])
let observer: PerformanceObserver | null = null

export const watchLoadedFiles = (): void => {
  if (observer !== null || !('PerformanceObserver' in globalThis)) return
  observer = new PerformanceObserver((list) => add(list.getEntries()))
  observer.observe({ type: 'resource', buffered: true })
}

export const loadedFiles = (): readonly string[] => {
  // Those that the observer has not been called for yet.
  add(observer?.takeRecords() ?? [])
  return files.get()
}

/** @returns stops it */
export const onFileLoaded = (listener: () => void): (() => void) => files.subscribe(listener).unsubscribe

const add = (entries: readonly PerformanceEntry[]): void => {
  const own = entries
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname)
  const all = new Set([...files.get(), ...own])
  if (all.size > files.get().length) files.set([...all])
}
