import { tabStorage } from '../storage/browser-storage.ts'

/**
 * Imports a lazy module. A chunk that the network cut is requested again with growing pauses; browsers fetch a failed
 * module again. If the server has another build by now, the chunk is gone for good and the page is reloaded once.
 *
 * @throws the error of the last attempt
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

/** Random, so that a server that comes back is not asked by everybody at once. */
const pauseAfter = (attempt: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, FIRST_PAUSE_MS * 2 ** (attempt - 1) * (0.5 + Math.random())))

/**
 * Reloads the page if the server serves another build than the one that runs: the chunks of this one are gone. Once for
 * each build, so that a page that stays old (a proxy's copy) is not reloaded forever.
 */
const reloadStaleBuild = async (): Promise<void> => {
  // The embedded palette (base `./`) runs in a page that is not ours to reload.
  if (import.meta.env.BASE_URL !== '/') return
  const served = await newerEntry()
  if (served === null || tabStorage.getItem(RELOADED_FOR) === served) return
  tabStorage.setItem(RELOADED_FOR, served)
  location.reload()
}

/** The entry script of the build that the server serves, if that is another one than this page's; null otherwise. */
export const newerEntry = async (): Promise<string | null> => {
  const own = document.querySelector('script[type="module"][src]')?.getAttribute('src')
  const answer = await fetch('/', { headers: { accept: 'text/html' }, cache: 'no-store' }).catch(() => null)
  if (!answer?.ok) return null
  const served = ENTRY_SCRIPT.exec(await answer.text().catch(() => ''))?.[1]
  return served === undefined || served === own ? null : served
}

const RELOADED_FOR = 'waybill.reloaded-for'

/** The page names its entry first of all scripts with an address; Vite puts the address last. */
const ENTRY_SCRIPT = /<script type="module"[^<>]* src="([^"<>]+)"/
