import type { Code } from '../../domain/codes.ts'
import en from '../../locales/en/errors.json' with { type: 'json' }
import fr from '../../locales/fr/errors.json' with { type: 'json' }
import { acceptedLanguages } from './accepted-languages.ts'

const texts: Record<string, Record<Code, string>> = { fr, en }

export type Detail = { language: string; text: string }

/** The text of a code in the language that `Accept-Language` prefers: French without one, English for one we have no texts in. */
export const detailOf = (code: Code, acceptLanguage: string | undefined): Detail => {
  const language = preferredLanguage(acceptLanguage)
  return { language, text: texts[language]![code] }
}

const preferredLanguage = (header: string | undefined): string => {
  const wanted = acceptedLanguages(header)
  if (wanted.length === 0) return 'fr'
  return wanted.find((language) => Object.hasOwn(texts, language)) ?? 'en'
}
