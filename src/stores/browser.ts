import { createAtom, type ReadonlyAtom } from '@xstate/store'

/** Browser state as atoms, with one listener each. Outside of a browser they keep their defaults. */

const mediaQuery = (query: string, byDefault: boolean): ReadonlyAtom<boolean> => {
  const list = globalThis.matchMedia?.(query)
  const matches = createAtom(list?.matches ?? byDefault)
  list?.addEventListener('change', () => matches.set(list.matches))
  return matches
}

/** The menu has a column of its own from 1140 px; the `lg:` breakpoint. */
export const isWideScreen = mediaQuery('(min-width: 1140px)', true)

/** The `max-sm:` breakpoint. */
export const isPhoneWidth = mediaQuery('(width < 640px)', false)

/** The `pane:` breakpoint. */
export const hasRoomForPane = mediaQuery('(min-width: 900px)', true)

/** The `short:` variant: bars scroll away with the rows. */
export const isShortScreen = mediaQuery('(height <= 28rem)', false)

export const isPointerCoarse = mediaQuery('(pointer: coarse)', false)

export const isMotionReduced = mediaQuery('(prefers-reduced-motion: reduce)', false)

/** The system chooses the colours, as in Windows' high contrast. */
export const areColorsForced = mediaQuery('(forced-colors: active)', false)

export const isDarkPreferred = mediaQuery('(prefers-color-scheme: dark)', false)

/** The browser's online state, known before a call fails. */
export const isOnline: ReadonlyAtom<boolean> = createOnline()

function createOnline(): ReadonlyAtom<boolean> {
  const online = createAtom(globalThis.navigator?.onLine ?? true)
  const read = () => online.set(navigator.onLine)
  globalThis.addEventListener?.('online', read)
  globalThis.addEventListener?.('offline', read)
  return online
}
