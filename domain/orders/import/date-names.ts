import { type LanguageCode, localeOf } from '../../core/languages.ts'

/** Primary languages of Windows, by which a format names its own: `[$-40C]` and `[$-80C]` are French. */
const languages: Record<number, LanguageCode> = {
  7: 'de',
  9: 'en',
  10: 'es',
  12: 'fr',
  16: 'it',
  25: 'ru',
}

/** The language that a number format asks for, as `[$-40C]` or `[$-fr-FR]`; null where it leaves that to the program. */
const formatLanguage = (format: string): LanguageCode | null => {
  const tag = /\[\$[^\]-]{0,20}-([\da-z]{1,10})/i.exec(format)?.[1]?.toLowerCase() ?? ''
  if (/^[\da-f]{3,8}$/.test(tag)) return languages[Number.parseInt(tag, 16) & 0x3ff] ?? null
  return Object.values(languages).find((language) => language === tag) ?? null
}

const months =
  /\b(?:January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b/g
const days = /\b(?:Sunday|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sun|Mon|Tue|Wed|Thu|Fri|Sat)\b/g

/** A date as the library writes it, in English, with the names of months and days in the language that its format asks for. */
export const withNames = (written: string, format: string, date: Date): string => {
  const language = formatLanguage(format)
  if (language === null || language === 'en') return written
  const nameOf = (part: 'month' | 'weekday', width: 'long' | 'short'): string =>
    new Intl.DateTimeFormat(localeOf(language), { day: 'numeric', [part]: width, timeZone: 'UTC' })
      .formatToParts(date)
      .find(({ type }) => type === part)?.value ?? ''
  // `May` is both its name and its abbreviation: the format says which.
  const month = nameOf('month', /mmmm/i.test(format) ? 'long' : 'short')
  const weekday = nameOf('weekday', /dddd|aaaa/i.test(format) ? 'long' : 'short')
  return written.replace(days, weekday).replace(months, month)
}
