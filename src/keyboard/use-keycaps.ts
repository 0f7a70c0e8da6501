import { useAtom } from '@xstate/store-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { currentPlatform } from './browser-keyboard.ts'
import { type Keycap, keycaps } from './keycaps.ts'
import type { LayoutStore } from './layout-store.ts'

type Caps = readonly (readonly Keycap[])[]

/** Prints keys as this user's keyboard and language have them, each once; a new function once either changes. */
export function useKeycaps(store: LayoutStore): (keys: string) => Caps {
  const { t } = useTranslation('keyboard')
  const layout = useAtom(store)
  return useMemo(() => {
    const platform = currentPlatform(navigator)
    const name = (key: string) => t(`key.${key}`, { defaultValue: key })
    const printed = new Map<string, Caps>()
    return (keys) => {
      const caps = printed.get(keys) ?? keycaps(keys, { platform, layout, name })
      printed.set(keys, caps)
      return caps
    }
  }, [layout, t])
}
