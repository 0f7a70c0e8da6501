import type { LanguageCode } from '../../../domain/languages.ts'

/** The key of both storages; the cookie has a name of its own. */
const key = 'i18nextLng'
const cookie = /(?:^|;\s*)i18next=([^;]+)/

/** Where a language is chosen on purpose. */
const chosen: readonly (() => readonly (string | null | undefined)[])[] = [
  () => [new URLSearchParams(location.search).get('lng')],
  () => [cookie.exec(document.cookie)?.[1]],
  () => [kept(() => localStorage)],
  () => [kept(() => sessionStorage)],
]

/** Where one is merely offered. */
const offered: typeof chosen = [() => navigator.languages, () => [document.documentElement.lang]]

/**
 * Query string (`?lng=de`), cookie, local storage, session storage, browser, html tag: the first that we speak is taken.
 * Null where none of them names a language of ours. One that was chosen and is none is said in the browser's console.
 */
export const detectLanguage = (speaks: (code: string) => code is LanguageCode): LanguageCode | null => {
  for (const source of [...chosen, ...offered]) {
    for (const tag of source()) {
      const code = tag?.toLowerCase().split(/[-_]/)[0] ?? ''
      if (speaks(code)) return code
      if (tag && chosen.includes(source)) sayOnce(tag)
    }
  }
  return null
}

/** Keeps the language for the next visit. */
export const keepLanguage = (code: LanguageCode): void => {
  try {
    localStorage.setItem(key, code)
  } catch {
    // A browser that keeps nothing is asked again next time.
  }
}

const said = new Set<string>()

/** What is to be spoken is asked more than once a visit. */
const sayOnce = (tag: string): void => {
  if (!said.has(tag)) sayUnknown(tag)
  said.add(tag)
}

export const sayUnknown = (code: string): void => console.error(`unknown language code: ${code}`)

const kept = (storage: () => Storage): string | null => {
  try {
    return storage().getItem(key)
  } catch {
    return null
  }
}
