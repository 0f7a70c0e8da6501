import { createInstance, type InitOptions, type i18n, type ResourceLanguage } from 'i18next'
import resourcesToBackend from 'i18next-resources-to-backend'
import {
  defaultLanguage,
  isLanguageCode,
  type LanguageCode,
  languageCodes,
} from '../../domain/core/languages.ts'

export type I18nSources = {
  /** Loads one namespace on first use by a component or `loadNamespaces`. */
  loadNamespace: (language: LanguageCode, namespace: string) => Promise<ResourceLanguage[string]>
  /** Loads all namespaces of a language in one request. */
  loadLanguage: (language: LanguageCode) => Promise<ResourceLanguage>
}

export type I18n = {
  i18n: i18n
  /** Loads a language completely without switching to it. @throws if its file cannot be loaded */
  addLanguage: (code: LanguageCode) => Promise<void>
  /** Loads all languages. Failed ones are retried on the next call. */
  addLanguages: () => Promise<void>
  /** Switches once the language is loaded. Unknown codes are logged and ignored. */
  changeLanguage: (code: string) => Promise<void>
}

/** i18next setup shared by console and embed. The caller initialises it with detector, first namespaces and language. */
export const createI18n = ({ loadNamespace, loadLanguage }: I18nSources, options: InitOptions = {}): I18n => {
  let hasMissingKeys = false
  const i18n = createInstance({
    supportedLngs: languageCodes,
    fallbackLng: noFallbackTexts,
    defaultNS: 'common',
    ns: ['common'],
    interpolation: { escapeValue: false },
    parseMissingKeyHandler: (key: string, defaultValue?: string) => {
      hasMissingKeys ||= defaultValue === undefined
      return defaultValue ?? key
    },
    ...options,
  }).use(
    resourcesToBackend<LanguageCode>((language, namespace, callback) => {
      loadNamespace(language, namespace).then(
        (texts) => callback(null, texts),
        // `true`: i18next retries with growing delays.
        (error: Error) => callback(error, true),
      )
    }),
  )

  const pending = new Map<LanguageCode, Promise<ResourceLanguage>>()
  const requestLanguage = (code: LanguageCode): Promise<ResourceLanguage> => {
    const request = pending.get(code) ?? loadLanguage(code)
    pending.set(code, request)
    request.catch(() => pending.delete(code))
    return request
  }

  const add = (code: LanguageCode, texts: ResourceLanguage): void => {
    for (const [namespace, bundle] of Object.entries(texts)) {
      if (!i18n.hasResourceBundle(code, namespace)) i18n.addResourceBundle(code, namespace, bundle)
    }
  }

  const addLanguage = async (code: LanguageCode): Promise<void> => {
    add(code, await requestLanguage(code))
    // Code outside React may have read a missing text: makes components render again.
    if (!hasMissingKeys || code !== i18n.language) return
    hasMissingKeys = false
    await i18n.changeLanguage(code)
  }

  return {
    i18n,
    addLanguage,
    addLanguages: async () => {
      const requests = languageCodes.map(async (code) => ({ code, texts: await requestLanguage(code) }))
      // Added in one tick, so that subscribers recompute once.
      for (const result of await Promise.allSettled(requests)) {
        if (result.status === 'fulfilled') add(result.value.code, result.value.texts)
      }
    },
    changeLanguage: async (code) => {
      if (!isLanguageCode(code)) return logUnknownLanguage(code)
      await addLanguage(code)
      await i18n.changeLanguage(code)
    },
  }
}

/** Text files by namespace (file name). */
export const byNamespace = <Value>(files: Readonly<Record<string, Value>>): [namespace: string, Value][] =>
  Object.entries(files).map(([path, value]) => [
    path.slice(path.lastIndexOf('/') + 1, -'.json'.length),
    value,
  ])

export const logUnknownLanguage = (code: string): void => console.error(`unknown language code: ${code}`)

/**
 * French if no supported language is detected. No fallback language: all six have every key (tests/unit/locales), and a
 * fallback would be downloaded with each namespace.
 */
const noFallbackTexts = {
  ...Object.fromEntries(languageCodes.map((code): [string, string[]] => [code, []])),
  default: [defaultLanguage],
}
