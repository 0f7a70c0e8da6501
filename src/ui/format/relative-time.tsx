import { createContext, use } from 'react'
import { useTranslation } from 'react-i18next'
import { localeOf } from '../../../domain/core/languages.ts'
import { dayOf } from '../../../domain/lib/zone-clock.ts'
import { Tooltip } from '../floating/tooltip.tsx'
import { useNow } from './clock.ts'
import { deviceZone, zoneNote } from './zone-note.ts'

export type RelativeTimeProps = {
  /** ISO date or Date. */
  value: string | Date
  /** Time zone of the exact time, named where the device's differs; default: the device's. */
  timeZone?: string
  /** `short` for table columns: `il y a 3 h`. */
  style?: 'long' | 'short'
  /** False in grids, whose cells have focus: the exact time is the title. */
  focusable?: boolean
}

/** Whether times are exact, as on paper, where nobody can ask for them and `yesterday` is wrong tomorrow. */
export const ExactTimes = createContext(false)

/** Relative time; the exact time on hover and focus. */
export const RelativeTime = ({ value, timeZone, style = 'long', focusable = true }: RelativeTimeProps) => {
  const { t, i18n } = useTranslation('common')
  const now = useNow()
  const date = new Date(value)
  const distance = date.getTime() - now
  if (use(ExactTimes)) {
    const short = paperFormat(localeOf(i18n.language), timeZone)
    return (
      <time dateTime={date.toISOString()} className="figures">
        {short.format(date)}
      </time>
    )
  }
  const isNow = distance <= 0 && distance > -MINUTE_MS
  const words = isNow ? t('now') : relativeWords(date, { now, timeZone }, localeOf(i18n.language), style)
  const locale = localeOf(i18n.language)
  const exact = exactFormat(locale, timeZone).format(date) + zoneNote(date, timeZone, locale)
  const iso = date.toISOString()
  if (!focusable) {
    return (
      <time dateTime={iso} title={exact} className="figures whitespace-nowrap">
        {words}
      </time>
    )
  }
  return (
    <Tooltip text={exact}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the exact time must be reachable without a mouse */}
      <time dateTime={iso} tabIndex={0} className="figures rounded-sm whitespace-nowrap">
        {words}
      </time>
    </Tooltip>
  )
}

/** The day of an instant that matters as a date; how long ago, and the exact time, as title. */
export const DateOfTime = ({ value, timeZone }: Pick<RelativeTimeProps, 'value' | 'timeZone'>) => {
  const { i18n } = useTranslation('common')
  const now = useNow()
  const locale = localeOf(i18n.language)
  const date = new Date(value)
  const ago = relativeWords(date, { now, timeZone }, locale, 'long')
  return (
    <time
      dateTime={date.toISOString()}
      title={`${ago} · ${exactFormat(locale, timeZone).format(date)}`}
      className="figures whitespace-nowrap"
    >
      {dayFormat(locale, timeZone).format(date)}
    </time>
  )
}

const MINUTE_MS = 60_000

const units: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_557_600_000],
  ['month', 2_629_800_000],
  ['week', 604_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', MINUTE_MS],
]

/**
 * From a day on, days are those of the calendar: what was two midnights ago is not yesterday. `short`: `il y a 3 h`. Months are never abbreviated (`il y a 5 m.` reads as minutes), weeks are numbers (`la semaine
 * dernière` is wider than a column).
 */
export const relativeWords = (
  date: Date,
  { now, timeZone = deviceZone() }: { now: number; timeZone?: string | undefined },
  locale: string,
  style: 'long' | 'short',
): string => {
  const milliseconds = date.getTime() - now
  const found = units.find(([, length]) => Math.abs(milliseconds) >= length)
  if (!found) return relativeFormat(locale, style).format(0, 'second')
  const [unit, length] = found
  const format = relativeFormat(
    locale,
    unit === 'month' ? 'long' : style,
    style === 'short' && unit === 'week' ? 'always' : 'auto',
  )
  const count = unit === 'day' ? daysBetween(now, date, timeZone) : Math.trunc(milliseconds / length)
  return format.format(count, unit)
}

const daysBetween = (now: number, date: Date, timeZone: string): number => {
  const [from, to] = [new Date(now), date].map((one) => Date.parse(dayOf(one, timeZone))) as [number, number]
  return Math.round((to - from) / 86_400_000)
}

const relativeFormats = new Map<string, Intl.RelativeTimeFormat>()
const relativeFormat = (
  locale: string,
  style: 'long' | 'short',
  numeric: 'auto' | 'always' = 'auto',
): Intl.RelativeTimeFormat => {
  const key = `${locale} ${style} ${numeric}`
  const known = relativeFormats.get(key)
  if (known) return known
  const made = new Intl.RelativeTimeFormat(locale, { numeric, style })
  relativeFormats.set(key, made)
  return made
}

const exactFormats = new Map<string, Intl.DateTimeFormat>()
const formatOf = (dateStyle: 'full' | 'short', locale: string, timeZone: string | undefined) => {
  const key = `${dateStyle} ${locale} ${timeZone}`
  const known = exactFormats.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat(locale, { dateStyle, timeStyle: 'short', timeZone })
  exactFormats.set(key, made)
  return made
}
const exactFormat = (locale: string, timeZone: string | undefined) => formatOf('full', locale, timeZone)
const paperFormat = (locale: string, timeZone: string | undefined) => formatOf('short', locale, timeZone)

const dayFormats = new Map<string, Intl.DateTimeFormat>()
const dayFormat = (locale: string, timeZone: string | undefined): Intl.DateTimeFormat => {
  const key = `${locale} ${timeZone}`
  const known = dayFormats.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone })
  dayFormats.set(key, made)
  return made
}
