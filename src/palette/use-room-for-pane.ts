import { useSyncExternalStore } from 'react'

/** The same figure as the `pane:` token. */
const query = typeof matchMedia === 'function' ? matchMedia('(min-width: 900px)') : null

const subscribe = (listener: () => void) => {
  query?.addEventListener('change', listener)
  return () => query?.removeEventListener('change', listener)
}

export const useRoomForPane = (): boolean => useSyncExternalStore(subscribe, () => query?.matches ?? true)
