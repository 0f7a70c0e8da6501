import { createAtom, type ReadonlyAtom } from '@xstate/store'

/** What the browser publishes, as atoms: one listener each for the whole page. Outside a browser they keep their defaults. */

const mediaQuery = (query: string, byDefault: boolean): ReadonlyAtom<boolean> => {
  const list = globalThis.matchMedia?.(query)
  const matches = createAtom(list?.matches ?? byDefault)
  list?.addEventListener('change', () => matches.set(list.matches))
  return matches
}

/** From 1140 px up the menu has a place of its own; below it is an overlay. The same breakpoint as the `lg:` variant. */
export const isWideScreen = mediaQuery('(min-width: 1140px)', true)

/** The same breakpoint as the `max-sm:` variant. */
export const isPhoneWidth = mediaQuery('(width < 640px)', false)

/** Same breakpoint as the `pane:` variant. */
export const hasRoomForPane = mediaQuery('(min-width: 900px)', true)

export const isPointerCoarse = mediaQuery('(pointer: coarse)', false)

export const isMotionReduced = mediaQuery('(prefers-reduced-motion: reduce)', false)

export const isDarkPreferred = mediaQuery('(prefers-color-scheme: dark)', false)

/** The browser knows that its network is gone before any call fails. */
export const isOnline: ReadonlyAtom<boolean> = createOnline()

function createOnline(): ReadonlyAtom<boolean> {
  const online = createAtom(globalThis.navigator?.onLine ?? true)
  const read = () => online.set(navigator.onLine)
  globalThis.addEventListener?.('online', read)
  globalThis.addEventListener?.('offline', read)
  return online
}
