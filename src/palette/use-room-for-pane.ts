import { useSyncExternalStore } from 'react'

/** The same figure as the `pane:` token. */
const query = matchMedia('(min-width: 900px)')

const subscribe = (listener: () => void) => {
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

export const useRoomForPane = (): boolean => useSyncExternalStore(subscribe, () => query.matches)
