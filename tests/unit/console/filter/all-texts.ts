import { readdirSync, readFileSync } from 'node:fs'
import i18next, { type i18n } from 'i18next'
import { type LanguageCode, languageCodes } from '../../../../domain/core/languages.ts'

const locales = new URL('../../../../locales/', import.meta.url)

const textsOf = (language: LanguageCode) =>
  Object.fromEntries(
    readdirSync(new URL(`${language}/`, locales)).map((file) => [
      file.replace('.json', ''),
      JSON.parse(readFileSync(new URL(`${language}/${file}`, locales), 'utf8')) as Record<string, unknown>,
    ]),
  )

/** The console's texts, all languages loaded. */
export const speaking = (language: LanguageCode): i18n => {
  const i18n = i18next.createInstance()
  void i18n.init({
    lng: language,
    fallbackLng: 'en',
    initAsync: false,
    interpolation: { escapeValue: false },
    resources: Object.fromEntries(languageCodes.map((code) => [code, textsOf(code)])),
  })
  return i18n
}
