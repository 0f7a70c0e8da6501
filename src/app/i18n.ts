import i18next, { type i18n, type ResourceLanguage } from 'i18next'
import LanguageDetector from 'i18next-browser-languagedetector'
import { initReactI18next } from 'react-i18next'
import {
  defaultLanguage,
  fallbackLanguage,
  isLanguageCode,
  type LanguageCode,
  languages,
} from '../../domain/languages.ts'

type Texts = { texts: Record<string, unknown> }

/** The languages whose texts are complete; each is a chunk of its own. */
const bundles: Partial<Record<LanguageCode, () => Promise<Texts>>> = {
  fr: () => import('./languages/fr.ts'),
  en: () => import('./languages/en.ts'),
}

export const spokenLanguages = Object.keys(bundles) as LanguageCode[]

/** Starts the translator in the detected language. English, which fills missing keys, follows when the page is idle. */
export const startI18n = async (): Promise<i18n> => {
  const language = detectLanguage()
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: fallbackLanguage,
    resources: { [language]: await loadTexts(language) },
    partialBundledLanguages: true,
    defaultNS: 'common',
    ns: [],
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  })
  markDocument(language)
  if (language !== fallbackLanguage) whenIdle(() => addLanguage(fallbackLanguage))
  return i18next
}

/** Switches language. An unknown code changes nothing and is said in the console. */
export const changeLanguage = async (code: string): Promise<void> => {
  if (!isLanguageCode(code) || bundles[code] === undefined) {
    console.error(`unknown language code: ${code}`)
    return
  }
  await addLanguage(code)
  await i18next.changeLanguage(code)
  localStorage.setItem(storageKey, code)
  markDocument(code)
}

/** Makes sure that a language's texts are there without switching to it: the palette understands several at once. */
export const addLanguage = async (code: LanguageCode): Promise<void> => {
  if (i18next.hasResourceBundle(code, 'common')) return
  for (const [namespace, texts] of Object.entries(await loadTexts(code))) {
    i18next.addResourceBundle(code, namespace, texts, true, true)
  }
}

const storageKey = 'i18nextLng'

/** Query string, cookie, local storage, session storage, browser, html tag; French where none of them speaks ours. */
const detectLanguage = (): LanguageCode => {
  const detector = new LanguageDetector(undefined, {
    order: ['querystring', 'cookie', 'localStorage', 'sessionStorage', 'navigator', 'htmlTag'],
    lookupLocalStorage: storageKey,
    caches: ['localStorage'],
  })
  const detected = [detector.detect() ?? []].flat().map((tag) => tag.slice(0, 2).toLowerCase())
  return detected.filter(isLanguageCode).find((code) => bundles[code] !== undefined) ?? defaultLanguage
}

const loadTexts = async (code: LanguageCode): Promise<ResourceLanguage> => {
  const { texts } = await bundles[code]!()
  return Object.fromEntries(
    Object.entries(texts).map(([path, content]) => [
      /([^/]+)\.json$/.exec(path)![1]!,
      content as ResourceLanguage[string],
    ]),
  )
}

const markDocument = (code: LanguageCode): void => {
  document.documentElement.lang = languages[code].locale
}

const whenIdle = (task: () => void): void => {
  if ('requestIdleCallback' in window) requestIdleCallback(task)
  else setTimeout(task, 2000)
}
