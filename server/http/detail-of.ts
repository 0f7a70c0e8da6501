import type { Code } from '../../domain/codes.ts'
import { defaultLanguage, type LanguageCode } from '../../domain/languages.ts'
import de from '../../locales/de/errors.json' with { type: 'json' }
import en from '../../locales/en/errors.json' with { type: 'json' }
import es from '../../locales/es/errors.json' with { type: 'json' }
import fr from '../../locales/fr/errors.json' with { type: 'json' }
import it from '../../locales/it/errors.json' with { type: 'json' }
import ru from '../../locales/ru/errors.json' with { type: 'json' }
import { acceptedLanguages } from './accepted-languages.ts'

// A code that a language does not name yet is said in English.
const texts: Record<LanguageCode, Partial<Record<Code, string>>> = { fr, en, de, it, es, ru }

export type Detail = { language: LanguageCode; text: string }

/** The text of a code in the language that `Accept-Language` prefers of ours; French when it names none. */
export const detailOf = (code: Code, acceptLanguage: string | undefined): Detail => {
  const language = acceptedLanguages(acceptLanguage)[0] ?? defaultLanguage
  return { language, text: texts[language][code] ?? en[code] }
}
