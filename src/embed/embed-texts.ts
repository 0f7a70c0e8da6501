import { createInstance, type i18n, type ResourceLanguage } from 'i18next'
import { type LanguageCode, languageCodes } from '../../domain/languages.ts'

type Texts = { texts: Record<string, unknown> }

const bundles: Record<LanguageCode, () => Promise<Texts>> = {
  fr: () => import('./languages/fr.ts'),
  en: () => import('./languages/en.ts'),
  de: () => import('./languages/de.ts'),
  it: () => import('./languages/it.ts'),
  es: () => import('./languages/es.ts'),
  ru: () => import('./languages/ru.ts'),
}

/** What is said before anything else is there, in every language: that it is being fetched, or could not be. */
const first = import.meta.glob('../../locales/*/embed.json', { eager: true, import: 'default' })

export type EmbedTexts = {
  i18n: i18n
  add: (code: LanguageCode) => Promise<void>
  /** All of them, told of together. */
  addAll: () => Promise<void>
  speak: (code: LanguageCode) => Promise<void>
}

/** A translator of its own, so that several palettes of a page may speak several languages. */
export const createTexts = (language: LanguageCode): EmbedTexts => {
  const i18n = createInstance()
  void i18n.init({
    lng: language,
    fallbackLng: false,
    resources: Object.fromEntries(
      languageCodes.map((code) => [
        code,
        { embed: first[`../../locales/${code}/embed.json`] as ResourceLanguage[string] },
      ]),
    ),
    partialBundledLanguages: true,
    initAsync: false,
    defaultNS: 'common',
    ns: [],
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  })
  const add = async (code: LanguageCode): Promise<void> => {
    if (i18n.hasResourceBundle(code, 'common')) return
    tell(code, await bundles[code]())
  }
  const tell = (code: LanguageCode, { texts }: Texts): void => {
    if (i18n.hasResourceBundle(code, 'common')) return
    for (const [path, content] of Object.entries(texts)) {
      const namespace = path.slice(path.lastIndexOf('/') + 1, -'.json'.length)
      i18n.addResourceBundle(code, namespace, content, true, true)
    }
  }
  return {
    i18n,
    add,
    addAll: async () => {
      const fetched = await Promise.allSettled(languageCodes.map((code) => bundles[code]()))
      for (const [index, code] of languageCodes.entries()) {
        const texts = fetched[index]
        if (texts?.status === 'fulfilled') tell(code, texts.value)
      }
    },
    speak: async (code) => {
      await add(code)
      await i18n.changeLanguage(code)
    },
  }
}
