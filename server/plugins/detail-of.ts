import type { Code } from '../../domain/codes.ts'
import { isLanguageCode } from '../../domain/languages.ts'
import en from '../../locales/en/errors.json' with { type: 'json' }
import fr from '../../locales/fr/errors.json' with { type: 'json' }

const texts: Record<string, Record<Code, string>> = { fr, en }

export type Detail = { language: string; text: string }

/** The text of a code in the language that `Accept-Language` prefers: French without one, English for one we have no texts in. */
export const detailOf = (code: Code, acceptLanguage: string | undefined): Detail => {
  const language = preferredLanguage(acceptLanguage)
  return { language, text: texts[language]![code] }
}

const preferredLanguage = (header: string | undefined): string => {
  const wanted = (header ?? '')
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
      const quality = parameters.map((text) => /^\s*q=([\d.]+)\s*$/.exec(text)?.[1]).find(Boolean)
      return { language: tag.split('-')[0]!.trim(), quality: Number(quality ?? 1) }
    })
    .filter(({ language, quality }) => quality > 0 && isLanguageCode(language))
    .sort((a, b) => b.quality - a.quality)
  if (wanted.length === 0) return 'fr'
  return wanted.find(({ language }) => Object.hasOwn(texts, language))?.language ?? 'en'
}
