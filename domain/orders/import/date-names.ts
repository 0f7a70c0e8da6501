import { type LanguageCode, localeOf } from '../../core/languages.ts'

/** Windows primary language ids in number formats: `[$-40C]` and `[$-80C]` are French. */
const languages: Record<number, LanguageCode> = {
  7: 'de',
  9: 'en',
  10: 'es',
  12: 'fr',
  16: 'it',
  25: 'ru',
}

/** The language of a number format (`[$-40C]`, `[$-fr-FR]`); null for the program's own. */
const formatLanguage = (format: string): LanguageCode | null => {
  const tag = /\[\$[^\]-]{0,20}-([\da-z]{1,10})/i.exec(format)?.[1]?.toLowerCase() ?? ''
  if (/^[\da-f]{3,8}$/.test(tag)) return languages[Number.parseInt(tag, 16) & 0x3ff] ?? null
  return Object.values(languages).find((language) => language === tag) ?? null
}

const months =
  /\b(?:January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b/g
const days = /\b(?:Sunday|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sun|Mon|Tue|Wed|Thu|Fri|Sat)\b/g

/** Translates the month and day names of a date, which the library writes in English, into the language of its format. */
export const withNames = (written: string, format: string, date: Date): string => {
  const language = formatLanguage(format)
  if (language === null || language === 'en') return written
  const nameOf = (part: 'month' | 'weekday', width: 'long' | 'short'): string =>
    new Intl.DateTimeFormat(localeOf(language), { day: 'numeric', [part]: width, timeZone: 'UTC' })
      .formatToParts(date)
      .find(({ type }) => type === part)?.value ?? ''
  // `May` is the full and the short name: the format decides.
  const month = nameOf('month', /mmmm/i.test(format) ? 'long' : 'short')
  const weekday = nameOf('weekday', /dddd|aaaa/i.test(format) ? 'long' : 'short')
  return written.replace(days, weekday).replace(months, month)
}
