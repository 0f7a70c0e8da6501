import type { ViewStore } from './view-store.ts'

/**
 * Looks at what is in view now, and answers how to wait until what is done next has come to the screen: a moment; where
 * it led elsewhere (`hasGone`), until another screen or list is there.
 */
export const watchView = (view: Pick<ViewStore, 'current'>) => {
  const before = view.current()
  const address = location.href
  return async (hasGone: boolean): Promise<void> => {
    if (hasGone) {
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
