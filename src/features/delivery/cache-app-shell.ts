import { loadedFiles, onFileLoaded } from '../../stores/loaded-files.ts'

/**
 * Caches the console's files with the service worker, to open without a network. Call it once the round or the parcel list is
 * shown: it caches what has loaded by then and what loads later. Does nothing without service workers.
 */
export const cacheAppShell = async (): Promise<void> => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]')
  if (script === null) return
  // The dialog of pending changes must open without a network.
  void import('../../workspace/outbox-lines.tsx').catch(() => undefined)
  const { active } = await navigator.serviceWorker
    .register('/sw.js')
    .then(() => navigator.serviceWorker.ready)
  const entry = new URL(script.src).pathname
  const keep = () => {
    active?.postMessage({ type: 'keep', entry, files: [...new Set([entry, ...loadedFiles()])] })
  }
  keep()
  if (isWatching) return
  isWatching = true
  let later: ReturnType<typeof setTimeout> | undefined
  onFileLoaded(() => {
    clearTimeout(later)
    later = setTimeout(keep, pause)
  })
}

let isWatching = false
/** Prefetches arrive together and are stored together. */
const pause = 1_500
