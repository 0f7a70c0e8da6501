import { tabStorage } from '../storage/browser-storage.ts'

/**
 * Imports a lazy module with retries. If the server has a newer build, the chunk no longer exists and the page is reloaded
 * once. @throws the last error
 */
export const importWithRetry = async <Module>(load: () => Promise<Module>): Promise<Module> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await load()
    } catch (error) {
      if (attempt === MAX_ATTEMPTS) throw error
      if (attempt === 1) void reloadStaleBuild()
      await pauseAfter(attempt)
    }
  }
}

export const MAX_ATTEMPTS = 5
const FIRST_PAUSE_MS = 300

/** Milliseconds with jitter, so that clients do not retry simultaneously. */
const pauseAfter = (attempt: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, FIRST_PAUSE_MS * 2 ** (attempt - 1) * (0.5 + Math.random())))

/**
 * Reloads the page if the server has a newer build, whose chunks replaced this one's. Once per build, so that a page cached by
 * a proxy does not reload forever.
 */
const reloadStaleBuild = async (): Promise<void> => {
  // The embedded palette (base `./`) must not reload its host page.
  if (import.meta.env.BASE_URL !== '/') return
  const served = await newerEntry()
  if (served === null || tabStorage.getItem(RELOADED_FOR) === served) return
  tabStorage.setItem(RELOADED_FOR, served)
  location.reload()
}

/** Entry script of the server's build, if it differs from this page's; else null. */
export const newerEntry = async (): Promise<string | null> => {
  const own = document.querySelector('script[type="module"][src]')?.getAttribute('src')
  const answer = await fetch('/', { headers: { accept: 'text/html' }, cache: 'no-store' }).catch(() => null)
  if (!answer?.ok) return null
  const served = ENTRY_SCRIPT.exec(await answer.text().catch(() => ''))?.[1]
  return served === undefined || served === own ? null : served
}

const RELOADED_FOR = 'waybill.reloaded-for'

/** The entry is the first script with a `src`; Vite puts `src` last. */
const ENTRY_SCRIPT = /<script type="module"[^<>]* src="([^"<>]+)"/
