import { isLanguageCode, type LanguageCode } from '../../domain/languages.ts'

/** The languages of ours that an `Accept-Language` header names, the most wanted first. */
export const acceptedLanguages = (header: string | undefined): LanguageCode[] =>
  (header ?? '')
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
      const quality = parameters.map((text) => /^\s*q=([\d.]+)\s*$/.exec(text)?.[1]).find(Boolean)
      return { language: tag.split('-')[0]!.trim(), quality: Number(quality ?? 1) }
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ language }) => language)
    .filter(isLanguageCode)
