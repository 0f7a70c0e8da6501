/** The six languages with their own names. French is the default, English the fallback of a missing text. */
export const languages = {
  fr: { name: 'Français', locale: 'fr-FR' },
  en: { name: 'English', locale: 'en-GB' },
  de: { name: 'Deutsch', locale: 'de-DE' },
  it: { name: 'Italiano', locale: 'it-IT' },
  es: { name: 'Español', locale: 'es-ES' },
  ru: { name: 'Русский', locale: 'ru-RU' },
} as const

export type LanguageCode = keyof typeof languages

export const languageCodes = Object.keys(languages) as LanguageCode[]
export const defaultLanguage: LanguageCode = 'fr'
export const fallbackLanguage: LanguageCode = 'en'

export const isLanguageCode = (value: unknown): value is LanguageCode =>
  typeof value === 'string' && Object.hasOwn(languages, value)

/** Locale for numbers and dates: English is British, so that days come before months. */
export const localeOf = (language: string): string =>
  isLanguageCode(language) ? languages[language].locale : language
