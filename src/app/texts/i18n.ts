import type { i18n } from 'i18next'
import { isLanguageCode, type LanguageCode, languageCodes } from '../../../domain/languages.ts'
import { importWithRetry } from '../../lazy/import-with-retry.ts'
import { sayUnknown } from './detect-language.ts'
import { languageToSpeak, markLanguage } from './speak.ts'
import { firstTexts, restOfTexts } from './text-parts.ts'
import { createTranslator } from './translator.ts'

/** The console's translator, under the type by which components know it. */
export const translator = createTranslator()
export const speaking = translator as unknown as i18n

/** Speaks the detected language. No other is fetched unless somebody asks for it. */
export const startI18n = async (): Promise<i18n> => {
  const language = languageToSpeak()
  await addLanguage(language)
  translator.speak(language)
  markLanguage(language)
  return speaking
}

/** Switches language. An unknown code changes nothing and is said in the console. */
export const changeLanguage = async (code: string): Promise<void> => {
  if (!isLanguageCode(code)) return sayUnknown(code)
  await addLanguage(code)
  translator.speak(code)
  markLanguage(code)
}

/** Makes sure that a language's texts are all there without switching to it: the palette understands several at once. */
export const addLanguage = (code: LanguageCode): Promise<void> => {
  const adding = asked.get(code) ?? addWhole(code)
  asked.set(code, adding)
  adding.catch(() => asked.delete(code))
  return adding
}

/** All the others, told of together: whoever reads them all anew does so once. Those that do not come are asked for again. */
export const addLanguages = async (): Promise<void> => {
  const missing = languageCodes.filter((code) => !asked.has(code))
  const fetched = await Promise.allSettled(
    missing.map(async (code) => ({ code, texts: await wholeOf(code) })),
  )
  for (const one of fetched) {
    if (one.status !== 'fulfilled') continue
    asked.set(one.value.code, Promise.resolve())
    tell(one.value)
  }
}

const asked = new Map<LanguageCode, Promise<void>>()

/** Both parts at once: who listens for a language is told of it when it is whole. */
const addWhole = async (code: LanguageCode): Promise<void> => tell({ code, texts: await wholeOf(code) })

const wholeOf = async (code: LanguageCode) =>
  (await Promise.all([firstTexts, restOfTexts].map((part) => importWithRetry(part[code])))).map(
    ({ texts }) => texts,
  )

const tell = ({ code, texts }: { code: LanguageCode; texts: Parameters<typeof translator.add>[1][] }): void =>
  translator.add(code, ...texts)
