import { localeOf } from '../../core/languages.ts'
import { fold, foldedWords } from '../fold.ts'
import { shiftDay } from '../zone-clock.ts'

/** `2026-12-24`. */
type Day = string

export type DateContext = {
  language: string
  /** Reference for `+3` and `demain`. */
  today: Day
  /** An incomplete date is the next one from here; without it, the nearest to today. */
  min?: Day
  /** An incomplete date is the last one until here. */
  max?: Day
}

const dayLength = 86_400_000
const MAX_LENGTH = 60
const years = { first: 1900, last: 2199 }

/**
 * Parses a day in the UI language: `24/12/2026`, `24.12.`, `24`, `24122026`, `24 déc`, `lundi`, `demain`, `in 3 days`, `+3`,
 * and always `2026-12-24`. Order and words come from `Intl`. Null if invalid.
 */
export const readDate = (text: string, context: DateContext): Day | null => {
  const written = text.trim()
  if (written === '' || written.length > MAX_LENGTH) return null
  const offset = /^([+-])\s?(\d{1,4})$/.exec(written)
  if (offset !== null) return shiftDay(context.today, Number(`${offset[1]}${offset[2]}`))
  return readFigures(written, context) ?? readRelative(written, context) ?? readWords(written, context)
}

/** Text of the box: `24/12/2026`, `24.12.2026`. */
export const writeDate = (day: Day, language: string): string =>
  formatsOf(language).short.format(Date.parse(day))

/** In words, and relative: `jeudi 24 décembre 2026, dans 29 jours`. */
export const sayDate = (day: Day, { language, today }: DateContext): string => {
  const { full, auto } = formatsOf(language)
  const distance = (Date.parse(day) - Date.parse(today)) / dayLength
  const words = full.format(Date.parse(day))
  return Math.abs(distance) > MAX_SAID_DAYS ? words : `${words}, ${auto.format(distance, 'day')}`
}

const MAX_SAID_DAYS = 99

/** "Tomorrow" in the language, for the hint. */
export const tomorrowIn = (language: string): string => formatsOf(language).auto.format(1, 'day')

export const isDay = (text: string): boolean => {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []
  return date !== undefined && dayOn(Number(year), Number(month), Number(date)) !== null
}

const readFigures = (written: string, context: DateContext): Day | null => {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(written)
  if (iso !== null) return dayOn(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const parts =
    /^(\d{1,2})(?:\s?[/. -]\s?(\d{1,2})(?:\s?[/. -]\s?(\d{4}|\d{2}))?)?[/. -]?$/.exec(written) ??
    /^(\d{2})(\d{2})(\d{4}|\d{2})$/.exec(written)
  if (parts === null) return null
  const [, first, second, year] = parts.map((part) => (part === undefined ? undefined : Number(part)))
  if (first === undefined) return null
  if (second === undefined) return completed({ date: first }, context)
  const isDayFirst = formatsOf(context.language).isDayFirst
  return completed(
    { date: isDayFirst ? first : second, month: isDayFirst ? second : first, year: wholeYear(year) },
    context,
  )
}

const wholeYear = (year: number | undefined): number | undefined =>
  year === undefined || year > 99 ? year : 2000 + year

const units = ['day', 'week', 'month'] as const

/** `demain`, `la semaine prochaine`, `dans 3 jours`, as `Intl` formats them. */
const readRelative = (written: string, { language, today }: DateContext): Day | null => {
  const folded = fold(written)
  const { auto, always } = formatsOf(language)
  const number = /\d{1,4}/.exec(folded)
  const counts = number === null ? [1, 2] : [Number(number[0])]
  const format = number === null ? auto : always
  if (number === null && folded === fold(auto.format(0, 'day'))) return today
  for (const unit of units) {
    for (const count of counts.flatMap((one) => [one, -one])) {
      if (folded === fold(format.format(count, unit))) return shifted(today, count, unit)
    }
  }
  return null
}

const shifted = (day: Day, count: number, unit: (typeof units)[number]): Day =>
  unit === 'month' ? shiftMonth(day, count) : shiftDay(day, unit === 'week' ? count * 7 : count)

/** Adds months; clamps to the last day of the month. */
export const shiftMonth = (day: Day, months: number): Day => {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10)
}

/** `24 décembre 2026`, `Dec 24`, `jeudi 24 déc`, or a weekday: the next one, before `max` the last one. */
const readWords = (written: string, context: DateContext): Day | null => {
  const { months, weekdays } = formatsOf(context.language)
  const found: { date?: number; month?: number; year?: number; weekday?: number } = {}
  const words = foldedWords(written)
  for (const word of words) {
    const figure = /^(\d{1,4})(?:er|re|st|nd|rd|th|e|го|г)?$/.exec(word)?.[1]
    const month = figure === undefined ? nameAt(months, word) : null
    const weekday = figure === undefined ? nameAt(weekdays, word) : null
    // `mar` is a weekday and a month in some languages; with a number it is the month.
    const isMonth = month !== null && (weekday === null || words.some((other) => /^\d/.test(other)))
    if (figure !== undefined && figure.length <= 2 && found.date === undefined) found.date = Number(figure)
    else if (figure !== undefined && figure.length !== 3) found.year = wholeYear(Number(figure))
    else if (isMonth) found.month = month + 1
    else if (weekday !== null) found.weekday = weekday
    else if (figure !== undefined || word.length > MAX_FILLER) return null
  }
  const { date, month, year, weekday } = found
  if (date !== undefined && month !== undefined) return completed({ date, month, year }, context)
  if (weekday === undefined || date !== undefined || month !== undefined) return null
  if (context.max !== undefined) return shiftDay(context.max, -((weekdayOf(context.max) - weekday + 7) % 7))
  const from = shiftDay(context.today, 1)
  return shiftDay(from, (weekday - weekdayOf(from) + 7) % 7)
}

/** `de`, `the`, `le`, `am`. */
const MAX_FILLER = 3

/** Monday is 0. */
export const weekdayOf = (day: Day): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7

/** Index of the only name that equals or begins with the word. */
const nameAt = (names: readonly (readonly string[])[], word: string): number | null => {
  const whole = names.findIndex((forms) => forms.includes(word))
  if (whole >= 0) return whole
  if (word.length < MAX_FILLER) return null
  const begun = names.flatMap((forms, at) => (forms.some((form) => form.startsWith(word)) ? [at] : []))
  return begun.length === 1 ? begun[0]! : null
}

type Parts = { date: number; month?: number; year?: number }

/** Completes a date: the next one from `min`, the last one until `max`, or the nearest to today. */
const completed = ({ date, month, year }: Parts, { today, min, max }: DateContext): Day | null => {
  if (month !== undefined && year !== undefined) return dayOn(year, month, date)
  const [thisYear, thisMonth] = today.split('-').map(Number) as [number, number]
  const days =
    month === undefined
      ? range(-12, 12).map((step) => {
          const at = new Date(Date.UTC(thisYear, thisMonth - 1 + step, 1))
          return dayOn(at.getUTCFullYear(), at.getUTCMonth() + 1, date)
        })
      : range(-8, 8).map((step) => dayOn(thisYear + step, month, date))
  const real = days.filter((day) => day !== null)
  if (min !== undefined) return real.find((day) => day >= min) ?? null
  if (max !== undefined) return real.findLast((day) => day <= max) ?? null
  const distance = (day: Day) => Math.abs(Date.parse(day) - Date.parse(today))
  return real.toReversed().toSorted((a, b) => distance(a) - distance(b))[0] ?? null
}

const range = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at)

const dayOn = (year: number, month: number, date: number): Day | null => {
  if (year < years.first || year > years.last) return null
  const at = new Date(Date.UTC(year, month - 1, date))
  const isThere = at.getUTCMonth() === month - 1 && at.getUTCDate() === date
  return isThere ? at.toISOString().slice(0, 10) : null
}

type Formats = {
  short: Intl.DateTimeFormat
  full: Intl.DateTimeFormat
  auto: Intl.RelativeTimeFormat
  always: Intl.RelativeTimeFormat
  isDayFirst: boolean
  /** All forms of each name, folded. */
  months: readonly (readonly string[])[]
  weekdays: readonly (readonly string[])[]
}

const known = new Map<string, Formats>()

const formatsOf = (language: string): Formats => {
  const formats = known.get(language) ?? makeFormats(localeOf(language))
  known.set(language, formats)
  return formats
}

const makeFormats = (locale: string): Formats => {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
  const short = format({ day: '2-digit', month: '2-digit', year: 'numeric' })
  const order = short.formatToParts(0).map(({ type }) => type)
  const named = (at: number, options: readonly Intl.DateTimeFormatOptions[], part: 'month' | 'weekday') => [
    ...new Set(
      options.map((one) =>
        fold(
          format(one)
            .formatToParts(at)
            .find(({ type }) => type === part)?.value ?? '',
        ),
      ),
    ),
  ]
  // In Russian, month names are inflected after a day.
  const monthForms = (['long', 'short'] as const).flatMap((month) => [
    { month },
    { month, day: 'numeric' } as const,
  ])
  const weekdayForms = (['long', 'short'] as const).map((weekday) => ({ weekday }))
  return {
    short,
    full: format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
    auto: new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }),
    always: new Intl.RelativeTimeFormat(locale, { numeric: 'always' }),
    isDayFirst: order.indexOf('day') < order.indexOf('month'),
    months: range(0, 11).map((month) => named(Date.UTC(2026, month, 15), monthForms, 'month')),
    // 5 January 2026 is a Monday.
    weekdays: range(0, 6).map((day) => named(Date.UTC(2026, 0, 5 + day), weekdayForms, 'weekday')),
  }
}
