import { useSyncExternalStore } from 'react'

/** From 1140 px up the menu has a place of its own; below it is an overlay. The same figure as the `desk:` token. */
const query = typeof matchMedia === 'function' ? matchMedia('(min-width: 1140px)') : null

const subscribe = (listener: () => void) => {
  query?.addEventListener('change', listener)
  return () => query?.removeEventListener('change', listener)
}

export const isDesk = (): boolean => query?.matches ?? true

export const useDesk = (): boolean => useSyncExternalStore(subscribe, isDesk)
