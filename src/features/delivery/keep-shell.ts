/**
 * Has the console's own files kept on this device, so that it opens without a network. Called once the round or the list
 * of parcels stands: what it was loaded from by then is what it needs, and what is fetched later is kept as it comes.
 * Where there are no service workers nothing happens.
 */
export const keepShell = async (): Promise<void> => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src]')
  if (entry === null) return
  // What waits is looked at where there is no network to fetch that by.
  void import('../../workspace/outbox-lines.tsx').catch(() => undefined)
  const { active } = await navigator.serviceWorker
    .register('/sw.js')
    .then(() => navigator.serviceWorker.ready)
  const keep = () =>
    active?.postMessage({ type: 'keep', entry: new URL(entry.src).pathname, files: loadedFiles(entry.src) })
  keep()
  if (isWatching) return
  isWatching = true
  let later: ReturnType<typeof setTimeout> | undefined
  new PerformanceObserver((list) => {
    if (!list.getEntries().some(({ name }) => isOwnFile(new URL(name)))) return
    clearTimeout(later)
    later = setTimeout(keep, pause)
  }).observe({ type: 'resource' })
}

let isWatching = false
/** What is fetched ahead comes in one go: it is kept in one too. */
const pause = 1_500

const loadedFiles = (entry: string): string[] => {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
  const own = [entry, ...loaded].map((name) => new URL(name)).filter(isOwnFile)
  return [...new Set(own.map(({ pathname }) => pathname))]
}

const isOwnFile = ({ origin, pathname }: URL): boolean =>
  origin === location.origin && pathname.startsWith('/assets/')
