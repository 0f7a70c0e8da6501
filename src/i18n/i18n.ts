import LanguageDetector from 'i18next-browser-languagedetector'
import { isLanguageCode, languages } from '../../domain/core/languages.ts'
import { importWithRetry } from '../lazy/import-with-retry.ts'
import { byNamespace, createI18n, logUnknownLanguage } from './create-i18n.ts'

/** Texts by path of the namespace's file. */
type TextFiles<Text> = Record<string, Text>
/**
 * `first/`: texts of every page and loaders of other namespaces, per language: a map of all languages would add 5 kB to every
 * page.
 */
type FirstFile = { texts: TextFiles<Texts>; others: TextFiles<() => Promise<Texts>> }
/** `frame/`: the texts of the console's frame. */
type FrameFile = { texts: TextFiles<Texts> }
/** `languages/`: all texts of a language as JSON. */
type LanguageFile = { texts: TextFiles<string> }
type Texts = Record<string, unknown>

/**
 * The console's i18next instance: `useTranslation` in components, `i18n.t` elsewhere. Namespaces load on first use;
 * `preloadTexts` then loads the rest of the language in one file. Palette and filters match all languages: `addLanguages`.
 */
export const { i18n, addLanguage, addLanguages, changeLanguage } = createI18n({
  loadNamespace: async (language, namespace) => {
    // Not among the `others` of `first`, so that both load in parallel.
    if (namespace === 'auth') {
      const auth: { default: Texts } = await importWithRetry(
        () => import(`../../locales/${language}/auth.json`),
      )
      return auth.default
    }
    if (consoleNamespaces.includes(namespace)) {
      const frame: FrameFile = await importWithRetry(() => import(`./frame/${language}.ts`))
      return textsOf(frame.texts, namespace)
    }
    const first: FirstFile = await importWithRetry(() => import(`./first/${language}.ts`))
    if (alwaysNeeded.includes(namespace)) return textsOf(first.texts, namespace)
    return await importWithRetry(textsOf(first.others, namespace))
  },
  loadLanguage: async (language) => {
    const { texts }: LanguageFile = await importWithRetry(() => import(`./languages/${language}.ts`))
    return Object.fromEntries(byNamespace(texts).map(([namespace, json]) => [namespace, JSON.parse(json)]))
  },
})

const textsOf = <Value>(files: TextFiles<Value>, namespace: string): Value => {
  const value = new Map(byNamespace(files)).get(namespace)
  if (value === undefined) throw new Error(`no texts named ${namespace}`)
  return value
}

/** Detects the language and loads the first namespaces. Call it before the first render. @throws if loading fails */
export const startI18n = async (namespaces: readonly string[] = []): Promise<void> => {
  const needed = [...alwaysNeeded, ...namespaces]
  if (started === null) {
    i18n.use(LanguageDetector).on('languageChanged', (code) => {
      if (isLanguageCode(code)) document.documentElement.lang = languages[code].locale
    })
    // Order, keys and cache are the detector's defaults.
    started = i18n.init({ ns: needed, detection: { convertDetectedLanguage: bareLanguage } })
  }
  await started
  await i18n.loadNamespaces(needed)
  const missing = needed.filter((namespace) => !i18n.hasResourceBundle(i18n.language, namespace))
  if (missing.length > 0) throw new Error(`texts not loaded: ${missing.join(', ')}`)
}

/** Namespaces that any screen may need at any time, such as errors. */
export const alwaysNeeded = ['common', 'countries', 'errors', 'public', 'shell', 'users']
/** Namespaces of the console's first screen, besides its own. */
export const consoleNamespaces = [
  'changes',
  'commands',
  'filter',
  'keyboard',
  'list',
  'rows',
  'shortcuts',
  'table',
  'views',
]

let started: Promise<unknown> | null = null

/** Loads the rest of the language after the first screen, so that nothing waits for texts later. */
export const preloadTexts = async (): Promise<void> => {
  const { language } = i18n
  if (!isLanguageCode(language)) return
  await addLanguage(language).catch(() => window.addEventListener('online', preloadTexts, { once: true }))
}

/** `it-CH` -> `it`. Logs an unsupported language if it was chosen explicitly. */
const bareLanguage = (tag: string): string => {
  const code = tag.toLowerCase().split(/[-_]/)[0] ?? ''
  const offered = [...navigator.languages, navigator.language, document.documentElement.lang]
  if (!isLanguageCode(code) && !offered.includes(tag)) logUnknownLanguage(tag)
  return code
}

/** Looks a text up, for code that takes any key. */
export type Translate = (key: string, values?: Record<string, string | number>) => string
