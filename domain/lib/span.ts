import { fold } from './fold.ts'
import { dayOf, isRealDay, shiftDay, startOfDay } from './zone-clock.ts'

/** Bounds of an instant, `to` exclusive. */
export type Span = { from?: string; to?: string }

/** A span of the bounds that are given. */
export const boundsOf = (from?: string, to?: string): Span => ({ ...(from && { from }), ...(to && { to }) })

/** Named spans. Weeks begin on Monday. */
export const namedSpans = [
  'today',
  'yesterday',
  'this-week',
  'last-week',
  'this-month',
  'last-month',
  'tomorrow',
  'next-week',
] as const
export type NamedSpan = (typeof namedSpans)[number]

/** Future spans: not offered for creation times. */
export const comingSpans: readonly NamedSpan[] = ['tomorrow', 'next-week']

/** Names that may be an end of a span, besides days: `..today`, `..now`, `this-week..`. */
export const spanEnds = [...namedSpans, 'now'] as const
export type SpanEnd = (typeof spanEnds)[number]

/** Unit letters of an age and their `Intl` names. A month is 30 days. */
export const ageUnits = { h: 'hour', d: 'day', w: 'week', m: 'month' } as const
export type AgeUnit = keyof typeof ageUnits

/** A parsed age: `<7d` is younger than seven days. */
export type Age = { isOlder: boolean; count: number; unit: AgeUnit }

/** Unit letters of other languages: jour, semaine, Tag, giorno. */
const otherLetters: Record<string, AgeUnit> = {
  j: 'd',
  t: 'd',
  g: 'd',
  д: 'd',
  s: 'w',
  н: 'w',
  м: 'm',
  ч: 'h',
}

const hour = 3_600_000
const lengths: Record<AgeUnit, number> = { h: hour, d: 24 * hour, w: 7 * 24 * hour, m: 30 * 24 * hour }

export const readAge = (written: string): Age | null => {
  const [, sign, count, letter] = /^([<>])(\d{1,4})(\p{L})$/u.exec(written.toLowerCase()) ?? []
  if (sign === undefined || count === undefined || letter === undefined) return null
  const unit = isUnit(letter)
    ? letter
    : Object.hasOwn(otherLetters, letter)
      ? otherLetters[letter]
      : undefined
  return unit === undefined ? null : { isOlder: sign === '>', count: Number(count), unit }
}

export const writeAge = ({ isOlder, count, unit }: Age): string => `${isOlder ? '>' : '<'}${count}${unit}`

/** French names in old links. */
const oldNames: Record<string, NamedSpan> = { aujourdhui: 'today', 'aujourd hui': 'today', hier: 'yesterday' }

/** Parses a span's name, with or without hyphen, ignoring case. */
export const readNamedSpan = (written: string): NamedSpan | null => {
  const folded = fold(written)
  const own = namedSpans.find((name) => fold(name) === folded || name.replace('-', '') === folded)
  return own ?? (Object.hasOwn(oldNames, folded) ? (oldNames[folded] ?? null) : null)
}

/**
 * Parses a span with at least one named end: `..today`, `2026-11-01..yesterday`. Each end is a day, a name, or null if open.
 * Null for anything else.
 */
export const readNamedEnds = (written: string): { first: string | null; last: string | null } | null => {
  const parts = written.split('..')
  if (parts.length !== 2) return null
  const ends = parts.map((part) => (part === '' ? null : (readEnd(part) ?? undefined)))
  const [first, last] = ends
  if (first === undefined || last === undefined) return null
  return ends.some((end) => end && !isRealDay(end)) ? { first, last } : null
}

const readEnd = (written: string): string | null => {
  if (written.toLowerCase() === 'now') return 'now'
  const days = readDays(written)
  return days === null ? readNamedSpan(written) : written
}

/** Parses two days, either of them, or a single one; null for anything else. */
export const readDays = (written: string): { first: string | null; last: string | null } | null => {
  const [, first = '', dots, last = ''] =
    /^(\d{4}-\d{2}-\d{2})?(\.\.)?(\d{4}-\d{2}-\d{2})?$/.exec(written) ?? []
  if (first === '' && (last === '' || dots === undefined)) return null
  if ([first, last].some((day) => day !== '' && !isRealDay(day))) return null
  return { first: first || null, last: last || (dots === undefined ? first : null) }
}

/** Parses an instant in milliseconds as the API writes it, or null. */
export const readInstant = (written: string): Date | null => {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/i.test(written)) return null
  const at = new Date(written.toUpperCase())
  return Number.isNaN(at.getTime()) ? null : at
}

/** The instants of a written span in a time zone. */
export const parseSpan = (written: string, now: Date, timeZone: string): Span | null => {
  const age = readAge(written)
  if (age !== null) {
    const then = new Date(now.getTime() - age.count * lengths[age.unit]).toISOString()
    return age.isOlder ? { to: then } : { from: then }
  }
  const instant = readInstant(written)
  if (instant !== null) {
    return { from: instant.toISOString(), to: new Date(instant.getTime() + 1).toISOString() }
  }
  const ends = readNamedEnds(written)
  if (ends !== null) return betweenNamed(ends, now, timeZone)
  const named = readNamedSpan(written)
  const days = named === null ? readDays(written) : daysOfSpan[named](dayOf(now, timeZone))
  return days === null ? null : between(days.first, days.last, timeZone)
}

type NamedEnds = { first: string | null; last: string | null }

const betweenNamed = ({ first, last }: NamedEnds, now: Date, timeZone: string): Span => {
  const daysOfEnd = (end: string) =>
    isRealDay(end) ? { first: end, last: end } : daysOfSpan[end as NamedSpan](dayOf(now, timeZone))
  const dayOfEnd = (end: string | null, edge: 'first' | 'last') =>
    end === null || end === 'now' ? null : daysOfEnd(end)[edge]
  const { from, to } = between(dayOfEnd(first, 'first'), dayOfEnd(last, 'last'), timeZone)
  const at = now.toISOString()
  return boundsOf(first === 'now' ? at : from, last === 'now' ? at : to)
}

/** A span in days: a day is included if it begins within the span, or contains its only instant. */
export const toDays = ({ from, to }: Span, timeZone: string): Span => {
  const first = from === undefined ? undefined : dayOf(new Date(from), timeZone)
  const end = to === undefined ? undefined : dayOf(new Date(to), timeZone)
  const last = end !== undefined && end === first ? shiftDay(end, 1) : end
  return boundsOf(first, last)
}

/** Intersects two spans. */
export const narrow = (one: Span, other: Span): Span => {
  const from = [one.from, other.from]
    .filter((at) => at !== undefined)
    .toSorted()
    .at(-1)
  const to = [one.to, other.to].filter((at) => at !== undefined).toSorted()[0]
  return boundsOf(from, to)
}

/** The days of a named span seen from `today`, inclusive. */
export const daysOfSpan: Record<NamedSpan, (today: string) => { first: string; last: string }> = {
  today: (today) => ({ first: today, last: today }),
  yesterday: (today) => ({ first: shiftDay(today, -1), last: shiftDay(today, -1) }),
  'this-week': (today) => ({ first: mondayOf(today), last: shiftDay(mondayOf(today), 6) }),
  'last-week': (today) => ({ first: shiftDay(mondayOf(today), -7), last: shiftDay(mondayOf(today), -1) }),
  'this-month': (today) => monthOf(today),
  'last-month': (today) => monthOf(shiftDay(monthOf(today).first, -1)),
  tomorrow: (today) => ({ first: shiftDay(today, 1), last: shiftDay(today, 1) }),
  'next-week': (today) => ({ first: shiftDay(mondayOf(today), 7), last: shiftDay(mondayOf(today), 13) }),
}

/** From the first day's midnight to the one after the last. */
const between = (first: string | null, last: string | null, timeZone: string): Span =>
  boundsOf(
    first === null ? undefined : startOfDay(first, timeZone).toISOString(),
    last === null ? undefined : startOfDay(shiftDay(last, 1), timeZone).toISOString(),
  )

const mondayOf = (day: string): string => shiftDay(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))

const monthOf = (day: string): { first: string; last: string } => {
  const first = `${day.slice(0, 7)}-01`
  // 31 days after the 1st is in the next month, whatever the month's length.
  return { first, last: shiftDay(`${shiftDay(first, 31).slice(0, 7)}-01`, -1) }
}

const isUnit = (letter: string): letter is AgeUnit => Object.hasOwn(ageUnits, letter)
