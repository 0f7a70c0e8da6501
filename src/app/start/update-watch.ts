import { createAtom } from '@xstate/store'

/** Knows when the server has another build of the console than the one that runs. Asks when told to, and when the tab is looked at again. */
export const createUpdateWatch = () => {
  const isDue = createAtom(false)
  const own = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src
  let checkedAt = Date.now()

  const check = async () => {
    if (isDue.get() || own === undefined) return
    checkedAt = Date.now()
    const answer = await fetch('/', { headers: { accept: 'text/html' }, cache: 'no-store' }).catch(() => null)
    if (!answer?.ok) return
    const served = mainScript.exec(await answer.text())?.[1]
    if (served !== undefined && new URL(served, location.href).href !== own) isDue.set(true)
  }

  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && Date.now() - checkedAt > interval) void check()
  })
  // A chunk that does not come: the network is away, or the screen behind it belongs to another build.
  window.addEventListener('vite:preloadError', () => void check())
  return { isDue, check }
}

export type UpdateWatch = ReturnType<typeof createUpdateWatch>

const interval = 600_000

/** The page names its script first of all; Vite puts the address last. */
const mainScript = /<script type="module"[^<>]* src="([^"<>]+)"/
