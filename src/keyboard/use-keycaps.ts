import { useCallback, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { currentPlatform } from './browser-keyboard.ts'
import { type Keycap, keycaps } from './keycaps.ts'
import type { LayoutStore } from './layout-store.ts'

/** Prints keys as this user's keyboard and language have them; a new function once either changes. */
export function useKeycaps(store: LayoutStore): (keys: string) => readonly (readonly Keycap[])[] {
  const { t } = useTranslation('keyboard')
  const layout = useSyncExternalStore(store.subscribe, store.current)
  return useCallback(
    (keys: string) =>
      keycaps(keys, {
        platform: currentPlatform(navigator),
        layout,
        name: (key) => t(`key.${key}`, { defaultValue: key }),
      }),
    [layout, t],
  )
}
