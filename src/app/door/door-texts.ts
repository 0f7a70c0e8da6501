/// <reference path="../../virtual-texts.d.ts" />
import type { i18n } from 'i18next'
import { isLanguageCode, type LanguageCode } from '../../../domain/languages.ts'
import { importWithRetry } from '../../lazy/import-with-retry.ts'
import { sayUnknown } from '../texts/detect-language.ts'
import { languageToSpeak, markLanguage } from '../texts/speak.ts'
import { createTranslator } from '../texts/translator.ts'

type Texts = Readonly<Record<string, unknown>>

const bundles: Record<LanguageCode, () => Promise<{ texts: Texts }>> = {
  fr: () => import('virtual:texts/fr/door'),
  en: () => import('virtual:texts/en/door'),
  de: () => import('virtual:texts/de/door'),
  it: () => import('virtual:texts/it/door'),
  es: () => import('virtual:texts/es/door'),
  ru: () => import('virtual:texts/ru/door'),
}

/** What the login says, in the detected language. */
export const startDoorTexts = async () => {
  const translator = createTranslator()
  const change = async (code: string): Promise<void> => {
    if (!isLanguageCode(code)) return sayUnknown(code)
    if (translator.store.data[code] === undefined)
      translator.add(code, (await importWithRetry(bundles[code])).texts)
    markLanguage(code)
    translator.speak(code)
  }
  await change(languageToSpeak())
  return { speaking: translator as unknown as i18n, change }
}
