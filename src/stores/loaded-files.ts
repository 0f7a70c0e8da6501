import { createAtom } from '@xstate/store'

/**
 * Paths of the console's own files loaded by this page. Observed from the start, because `performance.getEntriesByType` is
 * limited to 250 entries.
 */
const files = createAtom<readonly string[]>([])
let observer: PerformanceObserver | null = null

export const watchLoadedFiles = (): void => {
  if (observer !== null || !('PerformanceObserver' in globalThis)) return
  observer = new PerformanceObserver((list) => add(list.getEntries()))
  observer.observe({ type: 'resource', buffered: true })
}

export const loadedFiles = (): readonly string[] => {
  // Entries not delivered to the observer yet.
  add(observer?.takeRecords() ?? [])
  return files.get()
}

/** @returns unsubscribe */
export const onFileLoaded = (listener: () => void): (() => void) => files.subscribe(listener).unsubscribe

const add = (entries: readonly PerformanceEntry[]): void => {
  const own = entries
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname)
  const all = new Set([...files.get(), ...own])
  if (all.size > files.get().length) files.set([...all])
}
