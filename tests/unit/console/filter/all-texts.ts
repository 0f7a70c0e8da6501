import i18next, { type i18n } from 'i18next'
import { type LanguageCode, languageCodes } from '../../../../domain/core/languages.ts'
import { readTexts } from '../../../../scripts/lib/read-texts.mjs'

/** The console's texts, all languages loaded. */
export const speaking = (language: LanguageCode): i18n => {
  const i18n = i18next.createInstance()
  void i18n.init({
    lng: language,
    fallbackLng: 'en',
    initAsync: false,
    interpolation: { escapeValue: false },
    resources: Object.fromEntries(languageCodes.map((code) => [code, readTexts(code)])),
  })
  return i18n
}
