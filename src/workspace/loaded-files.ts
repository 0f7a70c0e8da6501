/**
 * The console's own files that this page has loaded, by path. Watched from the start of the page:
 * `performance.getEntriesByType` ends at 250 entries, which calls of the API soon fill.
 */
const files = new Set<string>()
const listeners = new Set<() => void>()
let observer: PerformanceObserver | null = null

export const watchLoadedFiles = (): void => {
  if (observer !== null || !('PerformanceObserver' in globalThis)) return
  observer = new PerformanceObserver((list) => {
    if (add(list.getEntries())) for (const listener of listeners) listener()
  })
  observer.observe({ type: 'resource', buffered: true })
}

export const loadedFiles = (): readonly string[] => {
  // Those that the observer has not been called for yet.
  add(observer?.takeRecords() ?? [])
  return [...files]
}

/** @returns stops it */
export const onFileLoaded = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const add = (entries: readonly PerformanceEntry[]): boolean => {
  const before = files.size
  for (const { name } of entries) {
    const { origin, pathname } = new URL(name)
    if (origin === location.origin && pathname.startsWith('/assets/')) files.add(pathname)
  }
  return files.size > before
}
