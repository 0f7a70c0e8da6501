import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { currentPlatform } from './browser-keyboard.ts'
import { ariaKeyShortcuts, type Keycap, keycaps } from './keycaps.ts'
import { useKeyboard } from './use-keyboard.tsx'

/** Prints keys as this user's keyboard and language have them; follows the layout as it is learnt. */
export function useKeycaps(): {
  print: (keys: string) => readonly (readonly Keycap[])[]
  /** For `aria-keyshortcuts`. */
  aria: (keys: string) => string | undefined
} {
  const { t } = useTranslation('keyboard')
  const store = useKeyboard().layout
  const layout = useSyncExternalStore(store.subscribe, store.current)
  const platform = currentPlatform(navigator)
  return {
    print: (keys) =>
      keycaps(keys, { platform, layout, name: (key) => t(`key.${key}`, { defaultValue: key }) }),
    aria: (keys) => ariaKeyShortcuts(keys, platform),
  }
}
