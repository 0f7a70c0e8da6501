import { languageCodes, localeOf } from '../../../domain/core/languages.ts'
import { fold } from '../../../domain/lib/fold.ts'
import { inDigits } from '../../../domain/lib/typed/number-words.ts'
import { type PreparedChoice, prepareChoice } from '../ranking/text-analysis.ts'

/** ISO day, `2026-11-24`; computed in UTC, which has no clock changes. */
type Day = string

const milliseconds = 86_400_000
const MAX_DAYS = 31

/** The following days with their names in the languages: `demain`, `friday 27 november`. Today, which is seldom meant, comes last. */
export const nextDays = (today: Day, language: string, languages: readonly string[]): PreparedChoice[] => {
  const own = wording(language)
  const all = languages.map(wording)
  return Array.from({ length: MAX_DAYS }, (_, index) => {
    const ahead = (index + 1) % MAX_DAYS
    const day = dayAfter(today, ahead)
    const texts = [
      // `in 2 days` too where a language says `the day after tomorrow`.
      ...all.flatMap(({ relative, counted, full }) => [relative(ahead), counted(ahead), full(day)]),
      ...namedDays(day, ahead),
    ]
    const text = own.full(day)
    return prepareChoice({ value: day, text, detail: own.relative(ahead) }, text, texts)
  })
}

/** Other words for a day: this evening, the next weekend, the Monday of the next week. */
const namedDays = (day: Day, index: number): readonly string[] => {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  if (index === 0) return evening
  if (weekday === 6 && index <= 7) return weekend
  return weekday === 1 && index <= 7 ? nextWeek : []
}

/** Words beside a weekday that mean its next one: `next wednesday`, `mercredi prochain`. */
const comingWords = new Set(
  'prochain vient qui ce next coming this nachsten nachster kommenden diesen prossimo prossima questo proximo viene que este следующии следующую следующее ближаишии ближаишую этот эту'.split(
    ' ',
  ),
)

/** A day without the words beside it that say it is the next one; null for none of them, or nothing else. */
export const withoutComing = (text: string): string | null => {
  const words = text.split(/\s+/)
  const others = words.filter((word) => !comingWords.has(fold(word)))
  return others.length === 0 || others.length === words.length ? null : others.join(' ')
}

const evening = [
  'ce soir',
  'cet après-midi',
  'tonight',
  'this evening',
  'heute abend',
  'stasera',
  'esta noche',
  'esta tarde',
  'сегодня вечером',
]
const weekend = [
  'week-end',
  'weekend',
  'fin de semaine',
  'am wochenende',
  'nächstes wochenende',
  'wochenende',
  'fine settimana',
  'fin de semana',
  'finde',
  'на выходных',
  'выходные',
]
const nextWeek = [
  'semaine prochaine',
  'next week',
  'nächste woche',
  'kommende woche',
  'prossima settimana',
  'settimana prossima',
  'próxima semana',
  'semana que viene',
  'следующая неделя',
  'на следующей неделе',
]

/** A day in words, `mardi 24 novembre 2026`, and relative to today, `demain`. */
export const dayInWords = (day: Day, today: Day, language: string): { text: string; detail: string } => {
  const { full, relative } = wording(language)
  return { text: full(day), detail: relative((Date.parse(day) - Date.parse(today)) / milliseconds) }
}

/**
 * Parses `2026-11-24`, `24/11/2026`, `24.11`, `24 nov` or `24`; missing parts are the next possible. Null if invalid or past.
 */
export const readDay = (text: string, today: Day): Day | null => {
  const named = /^(\d{1,2})(?:er|st|nd|rd|th|[.º°])? (?:de )?(\p{L}{3,12})\.?(?: (\d{4}))?$/iu.exec(text)
  if (named !== null) {
    const [, date, word = '', year] = named
    const month = monthNamed(fold(word))
    if (month === null) return null
    return candidates(today, Number(date), String(month), year).find((day) => day >= today) ?? null
  }
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text)
  const written = /^(\d{1,2})(?:[/. -](\d{1,2})(?:[/. -](\d{4}))?)?\.?$/.exec(text)
  const [year, month, date] = iso
    ? [iso[1], iso[2], iso[3]]
    : written
      ? [written[3], written[2], written[1]]
      : []
  if (date === undefined) return null
  return candidates(today, Number(date), month, year).find((day) => day >= today) ?? null
}

/**
 * Parses words that say how far away a day is: a weekday or its beginning (`mo`, `jeu`, `ср`), in the reader's language first,
 * and `in a week`, `dans 3 jours`. A weekday is the next one after today. Null if the text says neither.
 */
export const readNamedDay = (text: string, today: Day, language: string): Day | null => {
  const ahead = weekdayAhead(fold(text), today, language) ?? daysAhead(fold(inDigits(text, true)))
  return ahead === null ? null : dayAfter(today, ahead)
}

const weekdayAhead = (text: string, today: Day, language: string): number | null => {
  const [word = '', ...others] = text
    .split(' ')
    .filter((one) => !beforeWeekday.has(one) && !comingWords.has(one))
  if (word.length < 2 || others.length > 0) return null
  const now = new Date(`${today}T00:00:00Z`).getUTCDay()
  for (const one of [language, ...languageCodes]) {
    const weekday = weekdayNamed(word, one)
    if (weekday !== null) return ((weekday - now + 6) % 7) + 1
  }
  return null
}

/** 0: Sunday. Null if no weekday of the language begins so, or several do. */
const weekdayNamed = (word: string, language: string): number | null => {
  const other = language === 'ru' ? otherRussian[word] : undefined
  if (other !== undefined) return other
  const format = new Intl.DateTimeFormat(localeOf(language), { weekday: 'long', timeZone: 'UTC' })
  // 1 November 2026 is a Sunday.
  const names = Array.from({ length: 7 }, (_, index) => fold(format.format(Date.UTC(2026, 10, 1 + index))))
  const [begun, another] = names.flatMap((name, index) => (name.startsWith(word) ? [index] : []))
  return another === undefined ? (begun ?? null) : null
}

/** Abbreviations that no name begins with, and the accusative. */
const otherRussian: Readonly<Record<string, number>> = {
  вс: 0,
  пн: 1,
  среду: 3,
  чт: 4,
  пт: 5,
  пятницу: 5,
  сб: 6,
  субботу: 6,
}

const beforeWeekday = new Set('am auf on le el il в во на'.split(' '))

/** `in 3 days`, `2 wochen`, `через неделю`: one, if a preposition stands before the unit alone. */
const daysAhead = (text: string): number | null => {
  const [, preposition, count, unit = ''] = counted.exec(text) ?? []
  const days = dayUnits.has(unit) ? 1 : weekUnits.has(unit) ? 7 : 0
  const ahead = days * Number(count ?? 1)
  return (preposition ?? count) !== undefined && ahead > 0 && ahead <= MAX_AHEAD ? ahead : null
}

const counted =
  /^(?:(in|auf|dans|d ici|en|dentro de|tra|fra|entro|через) )?(?:(\d{1,3}) |(?:a|an|un|una|eine|einer) )?(\p{L}{1,12})$/u
const dayUnits = new Set(
  'day days jour jours j tag tage tagen giorno giorni dia dias день дня днеи'.split(' '),
)
const weekUnits = new Set(
  'week weeks semaine semaines woche wochen settimana settimane semana semanas неделю недели недель'.split(
    ' ',
  ),
)
const MAX_AHEAD = 366

/** The month of a name or its beginning in any language, 1 to 12; null if several begin so. */
const monthNamed = (word: string): number | null => {
  monthNames ??= languageCodes.flatMap((language) =>
    Array.from({ length: 12 }, (_, index) => {
      const at = new Date(Date.UTC(2026, index, 2))
      const names = ([{ month: 'long' }, { month: 'long', day: 'numeric' }] as const).map((shown) =>
        new Intl.DateTimeFormat(localeOf(language), { ...shown, timeZone: 'UTC' })
          .formatToParts(at)
          .flatMap(({ type, value }) => (type === 'month' ? fold(value) : []))
          .join(''),
      )
      return { month: index + 1, names }
    }),
  )
  const begun = monthNames.filter(({ names }) => names.some((name) => name.startsWith(word)))
  const months = new Set(begun.map(({ month }) => month))
  return months.size === 1 ? (begun[0]?.month ?? null) : null
}
let monthNames: { month: number; names: string[] }[] | undefined

/** Possible days, earliest first. */
const candidates = (today: Day, date: number, month?: string, year?: string): Day[] => {
  const [thisYear, thisMonth] = today.split('-').map(Number) as [number, number]
  const years = year === undefined ? [thisYear, thisYear + 1] : [Number(year)]
  const months = years.flatMap((one) =>
    month === undefined
      ? Array.from({ length: 12 }, (_, index) => [one, index + 1] as const)
      : [[one, Number(month)] as const],
  )
  return months
    .filter(([one, other]) => month !== undefined || one > thisYear || other >= thisMonth)
    .flatMap(([one, other]) => existing(one, other, date))
}

const existing = (year: number, month: number, date: number): Day[] => {
  const at = new Date(Date.UTC(year, month - 1, date))
  const isThere = at.getUTCMonth() === month - 1 && at.getUTCDate() === date
  return isThere ? [at.toISOString().slice(0, 10)] : []
}

const dayAfter = (day: Day, days: number): Day =>
  new Date(Date.parse(day) + days * milliseconds).toISOString().slice(0, 10)

const wording = (language: string) => {
  const full = new Intl.DateTimeFormat(localeOf(language), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  const counted = new Intl.RelativeTimeFormat(language, { numeric: 'always' })
  return {
    full: (day: Day) => full.format(Date.parse(day)),
    relative: (days: number) => relative.format(days, 'day'),
    counted: (days: number) => counted.format(days, 'day'),
  }
}
