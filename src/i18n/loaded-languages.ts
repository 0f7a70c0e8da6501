import { type Atom, createAtom } from '@xstate/store'
import { useAtom } from '@xstate/store-react'
import type { i18n } from 'i18next'

/** Counts additions of texts per i18next instance, which only publishes an event. */
const additions = new WeakMap<i18n['store'], Atom<number>>()

/** Languages with a loaded namespace, as a comparable string; updates when another loads. */
export const useLoadedLanguages = (i18n: i18n, namespace: string): string =>
  useAtom(additionsTo(i18n.store), () =>
    Object.keys(i18n.store.data)
      .filter((language) => i18n.hasResourceBundle(language, namespace))
      .join(' '),
  )

function additionsTo(store: i18n['store']): Atom<number> {
  const known = additions.get(store)
  if (known !== undefined) return known
  const added = createAtom(0)
  store.on('added', () => added.set((count) => count + 1))
  additions.set(store, added)
  return added
}
