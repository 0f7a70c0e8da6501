import { isCountryCode } from '../../domain/core/countries.ts'
import { defaultLanguage, isLanguageCode, type LanguageCode } from '../../domain/core/languages.ts'
import { parseKeys } from '../../machines/keys/parse-keys.ts'

export type PaletteOptions = {
  /** URL of the API with its path: `https://waybill.example/api`. */
  apiUrl: string
  /** Session token, or a function called for each request. */
  token: string | (() => string | null)
  /** `fr`, `en`, `de`, `it`, `es` or `ru`, with or without region; default French. */
  locale?: string
  /** `auto` follows the system. */
  theme?: EmbedTheme
  /** Opens and closes the palette anywhere on the page; null for none. */
  shortcut?: string | null
  /** Initial country, for users who may select one; default: the user's. */
  country?: string
  /** Origin of the console, where records open. Default: that of the API. */
  consoleUrl?: string
  /** Called instead of navigating to the console. */
  onNavigate?: (url: string) => void
  /** The token is invalid or expired. Provide a new one with `update`. */
  onUnauthorized?: () => void
}

export type EmbedTheme = 'light' | 'dark' | 'auto'

/** Options with defaults applied. */
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

/** @throws TypeError with a message if a required option is missing */
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

/** A single chord: the page's keys are its own, and letter sequences are text. */
const shortcutOf = (shortcut: string | null): string | null => {
  if (shortcut === null) return null
  const steps = parseKeys(shortcut)
  if (steps?.length === 1 && /^(Mod|Alt)\+|^F\d/.test(steps[0] ?? '')) return steps[0] ?? null
  console.error(`not a shortcut for the palette: ${shortcut}`)
  return null
}

/** Unknown values are ignored and logged. */
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
