import { loadedFiles, onFileLoaded } from '../../stores/loaded-files.ts'

/**
 * Stores the console's own files on this device, so that it opens without a network. Called once the round or the list of
 * parcels is shown: what the page has loaded by then is what it needs, and what it loads later is added. Without service
 * workers nothing happens.
 */
export const cacheAppShell = async (): Promise<void> => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]')
  if (script === null) return
  // The list of waiting changes is opened where there is no network to fetch it by.
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
/** What is fetched ahead comes in one go: it is stored in one too. */
const pause = 1_500
