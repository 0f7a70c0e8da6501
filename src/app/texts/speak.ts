import {
  defaultLanguage,
  isLanguageCode,
  type LanguageCode,
  languageCodes,
  languages,
} from '../../../domain/languages.ts'
import { detectLanguage, keepLanguage } from './detect-language.ts'

/** What a language picker offers: each language named in itself. */
export const languageChoices = languageCodes.map((code) => ({ code, name: languages[code].name }))

export const languageToSpeak = (): LanguageCode => detectLanguage(isLanguageCode) ?? defaultLanguage

/** Keeps a language for the next visit, and tells the browser what the page is written in. */
export const markLanguage = (code: LanguageCode): void => {
  keepLanguage(code)
  document.documentElement.lang = languages[code].locale
}
