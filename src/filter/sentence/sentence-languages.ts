import type { LanguageCode } from '../../../domain/languages.ts'
import type { SentenceLanguage } from './sentence-language.ts'
import { german } from './words/de.ts'
import { english } from './words/en.ts'
import { spanish } from './words/es.ts'
import { french } from './words/fr.ts'
import { italian } from './words/it.ts'
import { russian } from './words/ru.ts'

/** Every language is read, whichever one is spoken: people type in the one that comes to them. */
export const sentenceLanguages: Record<LanguageCode, SentenceLanguage> = {
  fr: french,
  en: english,
  de: german,
  it: italian,
  es: spanish,
  ru: russian,
}
