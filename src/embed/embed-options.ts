import { isCountryCode } from '../../domain/core/countries.ts'
import { defaultLanguage, isLanguageCode, type LanguageCode } from '../../domain/core/languages.ts'
import { parseKeys } from '../../machines/keys/parse-keys.ts'

export type PaletteOptions = {
  /** Where the API answers, its path included: `https://waybill.example/api`. */
  apiUrl: string
  /** A session's token; where it is a function, it is asked at every call. */
  token: string | (() => string | null)
  /** `fr`, `en`, `de`, `it`, `es` or `ru`, with or without a region. French where it is none of them. */
  locale?: string
  /** `auto` follows the system. */
  theme?: EmbedTheme
  /** Opens and closes the palette from anywhere in the page; null for no key. */
  shortcut?: string | null
  /** Of the records to begin with, for those who may select one; the person's own otherwise. */
  country?: string
  /** Origin of the console, where records open. Default: the API's own origin. */
  consoleUrl?: string
  /** Called instead of leaving the page for the console's. */
  onNavigate?: (url: string) => void
  /** The token is not, or no longer, good for anything. Give a new one by `update`. */
  onUnauthorized?: () => void
}

export type EmbedTheme = 'light' | 'dark' | 'auto'

/** The options as they are worked with: everything decided. */
export type EmbedSettings = {
  apiUrl: string
  token: () => string | null
  language: LanguageCode
  theme: EmbedTheme
  shortcut: string | null
  country: string | null
  consoleUrl: string
  onNavigate: (url: string) => void
  onUnauthorized: () => void
}

/** @throws TypeError in one sentence, where there is nothing to work with */
export const readOptions = (options: PaletteOptions): EmbedSettings => {
  const { apiUrl, token, locale, theme = 'auto', shortcut = 'Mod+k', country } = options
  if (typeof apiUrl !== 'string' || !URL.canParse(apiUrl, document.baseURI)) {
    throw new TypeError('mountPalette needs apiUrl: the address at which the API of Waybill answers')
  }
  if (typeof token !== 'string' && typeof token !== 'function') {
    throw new TypeError('mountPalette needs token: a session’s token, or a function that gives it')
  }
  const api = new URL(apiUrl, document.baseURI)
  return {
    apiUrl: api.href.replace(/(?<!\/)\/+$/, ''),
    token: typeof token === 'function' ? token : () => token,
    language: languageOf(locale),
    theme: known(theme, ['light', 'dark', 'auto'], 'auto', 'theme'),
    shortcut: shortcutOf(shortcut),
    country:
      country === undefined || known(country, isCountryCode, null, 'country code') === null ? null : country,
    consoleUrl: (options.consoleUrl ?? api.origin).replace(/(?<!\/)\/+$/, ''),
    onNavigate: options.onNavigate ?? ((url) => location.assign(url)),
    onUnauthorized: options.onUnauthorized ?? (() => undefined),
  }
}

const languageOf = (locale: string | undefined): LanguageCode => {
  if (locale === undefined) return defaultLanguage
  const [code = ''] = locale.toLowerCase().split(/[-_]/)
  return known(code, isLanguageCode, defaultLanguage, 'language code')
}

/** One chord: the keys of a page are its own, and a sequence of letters is text. */
const shortcutOf = (shortcut: string | null): string | null => {
  if (shortcut === null) return null
  const steps = parseKeys(shortcut)
  if (steps?.length === 1 && /^(Mod|Alt)\+|^F\d/.test(steps[0] ?? '')) return steps[0] ?? null
  console.error(`not a shortcut for the palette: ${shortcut}`)
  return null
}

/** What is not known changes nothing and is said in the browser's console. */
const known = <Known extends string, Otherwise>(
  value: string,
  isKnown: readonly Known[] | ((value: unknown) => value is Known),
  otherwise: Otherwise,
  what: string,
): Known | Otherwise => {
  const isOne = typeof isKnown === 'function' ? isKnown(value) : isKnown.includes(value as Known)
  if (isOne) return value as Known
  console.error(`unknown ${what}: ${value}`)
  return otherwise
}
