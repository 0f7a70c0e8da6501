/**
 * Reloads the page if the server serves another build than the one that runs: the chunks of this one are gone. Once for
 * each build, so that a page that stays old (a proxy's copy) is not reloaded for ever.
 */
export const reloadStaleBuild = async (): Promise<void> => {
  // The embedded palette (base `./`) runs in a page that is not ours to reload.
  if (import.meta.env.BASE_URL !== '/') return
  const served = await newerEntry()
  if (served === null || sessionStorage.getItem(RELOADED_FOR) === served) return
  sessionStorage.setItem(RELOADED_FOR, served)
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
