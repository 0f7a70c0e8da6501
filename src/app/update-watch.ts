import { createAtom } from '@xstate/store'
import { newerEntry } from '../lazy/stale-build.ts'

/** Knows when the server has another build of the console than the one that runs. Asks when told to, and when the tab is looked at again. */
export const createUpdateWatch = () => {
  const isDue = createAtom(false)
  let checkedAt = Date.now()

  const check = async () => {
    if (isDue.get()) return
    checkedAt = Date.now()
    if ((await newerEntry()) !== null) isDue.set(true)
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
