import type { Resource, ResourceLanguage } from 'i18next'
import { type LanguageCode, languageCodes } from '../../domain/core/languages.ts'
import { byNamespace, createI18n, type I18n } from '../i18n/create-i18n.ts'
import { writeAmounts } from '../i18n/write-amounts.ts'

type LanguageFile = { texts: ResourceLanguage }

/** Texts needed before a language is loaded, bundled for all languages. */
const notices = import.meta.glob<ResourceLanguage[string]>('../../locales/*/embed.json', {
  eager: true,
  import: 'default',
})

/** One instance per palette, since languages may differ. */
export const createEmbedI18n = (language: LanguageCode): I18n => {
  const embedI18n = createI18n(
    {
      loadNamespace: async (code, namespace) => (await loadLanguage(code))[namespace] ?? {},
      loadLanguage,
    },
    {
      lng: language,
      ns: [],
      resources: Object.fromEntries(
        languageCodes.map((code) => [code, { embed: notices[`../../locales/${code}/embed.json`] ?? {} }]),
      ) satisfies Resource,
      partialBundledLanguages: true,
      initAsync: false,
      // Renders once its language is complete; notices are bundled.
      react: { useSuspense: false },
    },
  )
  void embedI18n.i18n.init()
  writeAmounts(embedI18n.i18n)
  return embedI18n
}

const loadLanguage = async (code: LanguageCode): Promise<ResourceLanguage> => {
  const { texts }: LanguageFile = await import(`./languages/${code}.ts`)
  return Object.fromEntries(byNamespace(texts))
}
