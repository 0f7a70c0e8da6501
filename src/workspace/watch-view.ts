import type { ViewStore } from './view-store.ts'

/**
 * Remembers what is in view, and answers how to wait until what is done next is on screen: two frames; where it navigated
 * (`hasGone`), until the router has arrived and another screen or list is there.
 */
export const watchView = (view: Pick<ViewStore, 'current'>, isNavigating: () => boolean) => {
  const before = view.current()
  const address = location.href
  return async (hasGone: boolean): Promise<void> => {
    if (hasGone) {
      await until(() => !isNavigating(), longest)
      await until(() => location.href !== address || view.current() !== before, shortest)
      if (location.href !== address) await until(() => view.current() !== before, longest)
    }
    await pause(moment)
  }
}

/** Milliseconds: for two frames; for an address that may be the same one; for a screen whose code has to come. */
const moment = 32
const shortest = 200
const longest = 2_000

const until = async (holds: () => boolean, patience: number): Promise<void> => {
  const deadline = Date.now() + patience
  while (!holds() && Date.now() < deadline) await pause(moment / 2)
}

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))
