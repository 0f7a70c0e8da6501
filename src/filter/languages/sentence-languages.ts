import type { LanguageCode } from '../../../domain/core/languages.ts'
import { german } from './de.ts'
import { english } from './en.ts'
import { spanish } from './es.ts'
import { french } from './fr.ts'
import { italian } from './it.ts'
import { russian } from './ru.ts'
import type { SentenceLanguage } from './sentence-language.ts'

/** All languages are parsed, whatever the user's: people mix them. */
export const sentenceLanguages: Record<LanguageCode, SentenceLanguage> = {
  fr: french,
  en: english,
  de: german,
  it: italian,
  es: spanish,
  ru: russian,
}
