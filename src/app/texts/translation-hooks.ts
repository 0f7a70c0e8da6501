import type { i18n } from 'i18next'
import { createContext, createElement, type ReactNode, use, useSyncExternalStore } from 'react'
import type { Translator } from './translator.ts'

// What the console's components find under the name of react-i18next: scripts/lib/light-hooks.mjs says so to the bundler.

const TranslatorContext = createContext<Translator | null>(null)

export const I18nextProvider = ({ i18n, children }: { i18n: i18n; children?: ReactNode }) =>
  createElement(TranslatorContext, { value: i18n as unknown as Translator }, children)

/** The words of a namespace, the first of those named; those of another stand behind its name and a colon. */
export const useTranslation = (namespaces: string | readonly string[] = 'common') => {
  const translator = use(TranslatorContext)
  if (translator === null) throw new Error('useTranslation needs an I18nextProvider above it')
  useSyncExternalStore(translator.subscribe, translator.version)
  return translator.hookOf(typeof namespaces === 'string' ? namespaces : (namespaces[0] ?? 'common'))
}
