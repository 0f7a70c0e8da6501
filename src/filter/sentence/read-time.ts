import { type AgeUnit, comingSpans, daysOfSpan, type NamedSpan } from '../../../domain/lib/span.ts'
import { shiftDay } from '../../../domain/lib/zone-clock.ts'
import type { Clock } from '../languages/sentence-language.ts'
import {
  type Clause,
  entrySaid,
  isJoined,
  longestSaid,
  numberAt,
  type ReadClause,
  type Reading,
  said,
  signAt,
} from './reading.ts'
import { dayIn } from './tokens.ts'

/** An age, a named span, or days with a preposition. */
export const readTime = (reading: Reading, at: number): ReadClause | null =>
  longest([readClock(reading, at), readDeparture(reading, at), readOwnTime(reading, at)])

/** The event and its time. */
const readClock = (reading: Reading, at: number): ReadClause | null => {
  const clock = entrySaid(reading, reading.language.clocks, at)
  const time = clock && (comingDay(reading, at + clock.size, clock.name) ?? timeAt(reading, at + clock.size))
  if (time === null || (time.clause.kind !== 'created' && time.clause.kind !== 'since')) return null
  const value = time.clause.kind === 'created' ? time.clause.value : `<${time.clause.age}`
  return { clause: { kind: 'clock', clock: clock!.name, value }, size: clock!.size + time.size }
}

/** `verschoben auf montag`: an agreed day is the next one. */
const comingDay = ({ tokens, language, today }: Reading, at: number, clock: Clock): ReadClause | null => {
  const weekday = language.weekdays.findIndex((phrase) => phrase(tokens, at) > 0)
  if (weekday < 0 || (clock !== 'postponed' && clock !== 'callback')) return null
  return { clause: { kind: 'created', value: nextWeekday(weekday, today) }, size: 1 }
}

/** `parties hier`, `gestern versandt`: time of dispatch; `parties depuis 2 jours`: how long it has been out. */
const readDeparture = (reading: Reading, at: number): ReadClause | null => {
  const before = said(reading, 'departed', at)
  const time = timeAt(reading, at + before)
  const behind = time === null || before > 0 ? 0 : said(reading, 'departed', at + time.size)
  if (time?.clause.kind !== 'created' || time.clause.isOfStatus || before + behind === 0) return null
  return {
    clause: { kind: 'clock', clock: 'out', value: time.clause.value },
    size: before + time.size + behind,
  }
}

const readOwnTime = (reading: Reading, at: number): ReadClause | null => {
  const before = said(reading, 'creation', at)
  const time = timeAt(reading, at + before)
  if (time === null) return null
  const behind = before > 0 ? 0 : said(reading, 'creation', at + time.size)
  if (before + behind === 0) return time
  return { clause: { ...time.clause, isCreation: true } as Clause, size: before + time.size + behind }
}

const timeAt = (reading: Reading, at: number): ReadClause | null =>
  longest([readSpan(reading, at), readAge(reading, at), readDays(reading, at)])

export const longest = (found: readonly (ReadClause | null)[]): ReadClause | null => {
  let best: ReadClause | null = null
  for (const one of found) if (one !== null && one.size > (best?.size ?? 0)) best = one
  return best
}

const ageWords = ['older', 'newer', 'more', 'less', 'atLeast', 'atMost', 'last', 'since', 'ago'] as const
const ageEnds = ['orMore', 'orLess', 'ago', 'last'] as const
const unitDays: Partial<Record<AgeUnit, number>> = { d: 1, w: 7, m: 30 }

/** `plus de 3 jours`, `in the last two weeks`, `>3d`, `vor 3 Tagen`. */
const readAge = (reading: Reading, at: number): ReadClause | null => {
  const says = new Set<string>()
  let place = at
  for (;;) {
    const word = longestSaid(reading, ageWords, place)
    const sign = signAt(reading, place)
    // A word for duration may be followed by another: `hace más de`.
    const lasting = said(reading, 'lasting', place)
    if (lasting > 0) says.add('lasting')
    if (word === null && lasting === 0 && (sign === null || sign === '+')) break
    if (word !== null) says.add(word.name)
    else if (lasting === 0) says.add(sign?.startsWith('>') ? 'more' : 'less')
    place += word?.size ?? (lasting || 1)
  }
  const number = numberAt(reading, place)
  if (number !== null) place += 1
  const between = number === null ? 0 : said(reading, 'last', place)
  if (between > 0) says.add('last')
  place += between
  const unit = entrySaid(reading, reading.language.units, place)
  // `la dernière heure` is one; other units need a number.
  if (unit === null || (number === null && !says.has('last'))) return null
  place += unit.size
  const end =
    signAt(reading, place) === '+'
      ? { name: 'orMore' as const, size: 1 }
      : longestSaid(reading, ageEnds, place)
  if (end !== null) {
    says.add(end.name)
    place += end.size
  }
  const count = Math.round(number ?? 1)
  if (count < 1 || count > 9999) return null
  const clause = ageClause(says, count, unit.name, reading.today)
  return clause === null ? null : { clause, size: place - at }
}

const isOlder = ['older', 'more', 'atLeast', 'orMore']
const isNewer = ['newer', 'less', 'atMost', 'orLess', 'last']

function ageClause(says: ReadonlySet<string>, count: number, unit: AgeUnit, today: string): Clause | null {
  const has = (names: readonly string[]) => names.some((name) => says.has(name))
  const isOfStatus = has(['since', 'lasting'])
  const value = has(isNewer) ? `<${count}${unit}` : has(isOlder) ? `>${count}${unit}` : null
  if (value !== null) return { kind: 'created', value, ...(isOfStatus ? { isOfStatus } : {}) }
  if (isOfStatus) return { kind: 'since', age: `${count}${unit}` }
  const days = unitDays[unit]
  if (!says.has('ago') || days === undefined) return null
  return { kind: 'created', value: shiftDay(today, -count * days) }
}

const readSpan = (reading: Reading, at: number): ReadClause | null => {
  const span = entrySaid(reading, reading.language.spans, at)
  if (span === null) return null
  const isComing = comingSpans.includes(span.name)
  return {
    clause: { kind: 'created', value: span.name, ...(isComing ? { isComing } : {}) },
    size: span.size,
  }
}

type Days = { first: string; last: string; size: number; isComing?: true }

/** `depuis lundi`, `before 3 November`, `zwischen dem 1. und 15. November`. */
const readDays = (reading: Reading, at: number): ReadClause | null => {
  const created = (value: string, size: number): ReadClause => ({ clause: { kind: 'created', value }, size })
  const between = said(reading, 'between', at)
  const first = between > 0 ? daysAt(reading, at + between) : null
  if (first !== null) {
    const joint = at + between + first.size
    const and = said(reading, 'and', joint)
    const last = and > 0 ? daysAt(reading, joint + and) : null
    if (last !== null) return created(`${first.first}..${last.last}`, between + first.size + and + last.size)
  }
  const early = between > 0 ? daysOfOneMonth(reading, at + between) : null
  if (early !== null) return created(oneOrBoth(early), between + early.size)
  const found = dayWords.flatMap((name) => {
    const size = said(reading, name, at)
    const days = size > 0 ? daysAt(reading, at + size) : null
    if (days === null) return []
    const read = created(edges[name](days), size + days.size)
    const more =
      name === 'since'
        ? { isOfStatus: true }
        : name === 'until'
          ? { isUntil: true }
          : days.isComing
            ? { isComing: true }
            : {}
    return [{ ...read, clause: { ...read.clause, ...more } as Clause }]
  })
  const run = dayRunAt(reading, at)
  const bare = dayAt(reading, at)
  const inMonth = said(reading, 'inMonth', at)
  const month = inMonth > 0 ? monthAt(reading, at + inMonth) : null
  return longest([
    // `from september`: the month, not since then.
    month && created(oneOrBoth(month), inMonth + month.size),
    ...found,
    run && created(oneOrBoth(run), run.size),
    bare && {
      clause: { kind: 'created', value: oneOrBoth(bare), ...(bare.isComing ? { isComing: true } : {}) },
      size: bare.size,
    },
  ])
}

/** `nov 16-18`, `1.-15. November`, `1 to 15 november`, `1/11-15/11`. */
const dayRunAt = (reading: Reading, at: number): Days | null => {
  // `1-15`, `1 to 15`: the joint behind a place, with its words.
  const jointAt = (place: number): number | null =>
    isJoined(reading, place) ? 0 : said(reading, 'and', place + 1) || null
  const day = numberToken(reading, at)
  const joint = day === null ? null : jointAt(at)
  if (day !== null && joint !== null) {
    const last = writtenDay(reading, at + 1 + joint)
    if (last !== null) return day < 1 || day > 31 ? null : runTo(day, last, last.size + 1 + joint)
  }
  const first = dayAt(reading, at)
  const behind = first === null ? null : jointAt(at + first.size - 1)
  if (first === null || behind === null) return null
  const place = at + first.size + behind
  const whole = dayAt(reading, place)
  if (whole !== null && !whole.isComing) {
    return whole.last < first.first
      ? null
      : { first: first.first, last: whole.last, size: first.size + behind + whole.size }
  }
  const end = numberToken(reading, place)
  if (end === null || !Number.isInteger(end) || end > 31 || writtenDay(reading, at) === null) return null
  const last = `${first.first.slice(0, 8)}${String(end).padStart(2, '0')}`
  return last < first.first ? null : { first: first.first, last, size: first.size + behind + 1 }
}

const runTo = (day: number, { last }: Days, size: number): Days | null => {
  const first = `${last.slice(0, 8)}${String(day).padStart(2, '0')}`
  return Number.isInteger(day) && first <= last ? { first, last, size } : null
}

/** `le 1er et le 15 novembre`: two days of one month. */
const daysOfOneMonth = (reading: Reading, at: number): Days | null => {
  const day = numberToken(reading, at)
  const and = day === null ? 0 : said(reading, 'and', at + 1)
  const last = and > 0 ? writtenDay(reading, at + 1 + and) : null
  if (day === null || last === null || !Number.isInteger(day) || day < 1 || day > 31) return null
  const first = `${last.last.slice(0, 8)}${String(day).padStart(2, '0')}`
  return first > last.last ? null : { first, last: last.last, size: 1 + and + last.size }
}

const dayWords = ['since', 'before', 'after', 'until', 'on', 'at'] as const

const oneOrBoth = ({ first, last }: Days): string => (first === last ? first : `${first}..${last}`)

const edges: Record<(typeof dayWords)[number], (days: Days) => string> = {
  since: ({ first }) => `${first}..`,
  before: ({ first }) => `..${shiftDay(first, -1)}`,
  after: ({ last }) => `${shiftDay(last, 1)}..`,
  until: ({ last }) => `..${last}`,
  on: oneOrBoth,
  at: oneOrBoth,
}

/** A day, named span or month after a preposition. */
const daysAt = (reading: Reading, at: number): Days | null =>
  dayAt(reading, at) ?? spanDaysAt(reading, at) ?? monthAt(reading, at)

const spanDaysAt = (reading: Reading, at: number): Days | null => {
  const span = entrySaid<NamedSpan>(reading, reading.language.spans, at)
  if (span === null) return null
  const isComing = comingSpans.includes(span.name)
  return { ...daysOfSpan[span.name](reading.today), size: span.size, ...(isComing ? { isComing } : {}) }
}

const dayAt = (reading: Reading, at: number): Days | null => {
  const { tokens, language, today } = reading
  const token = tokens[at]
  const one = (day: string | null, size: number): Days | null =>
    day === null ? null : { first: day, last: day, size }
  if (token?.kind === 'day') return one(token.day, 1)
  const early = said(reading, 'beforeYesterday', at)
  if (early > 0) return one(shiftDay(today, -2), early)
  const coming = comingWeekday(reading, at)
  if (coming !== null) return coming
  const weekday = language.weekdays.findIndex((phrase) => phrase(tokens, at) > 0)
  if (weekday >= 0) {
    const todays = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7
    return one(shiftDay(today, -((todays - weekday + 7) % 7)), 1)
  }
  return writtenDay(reading, at)
}

/** `next wednesday`, `mercredi prochain`: the first one after today. */
const comingWeekday = (reading: Reading, at: number): Days | null => {
  const { tokens, language, today } = reading
  const before = said(reading, 'coming', at)
  const weekday = language.weekdays.findIndex((phrase) => phrase(tokens, at + before) > 0)
  const behind = weekday < 0 || before > 0 ? 0 : said(reading, 'coming', at + 1)
  if (weekday < 0 || before + behind === 0) return null
  const day = nextWeekday(weekday, today)
  return { first: day, last: day, size: before + 1 + behind, isComing: true }
}

/** Monday is 0. */
const nextWeekday = (weekday: number, today: string): string => {
  const todays = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7
  return shiftDay(today, ((weekday - todays + 6) % 7) + 1)
}

/** `3 novembre 2026`, `3 de noviembre`, `November 3`. */
const writtenDay = (reading: Reading, at: number): Days | null => {
  const number = numberToken(reading, at)
  const filler = number === null ? 0 : said(reading, 'noise', at + 1)
  const monthPlace = number === null ? at : at + 1 + (monthOf(reading, at + 1) === null ? filler : 0)
  const month = monthOf(reading, monthPlace)
  const day = number ?? numberToken(reading, at + 1)
  if (month === null || day === null || !Number.isInteger(day)) return null
  const end = number === null ? at + 2 : monthPlace + 1
  const year = numberToken(reading, end)
  const hasYear = year !== null && year > 1999 && year < 2100
  const found = dayIn(day, month, hasYear ? year : undefined, reading.today)
  return found === null ? null : { first: found, last: found, size: end - at + (hasYear ? 1 : 0) }
}

const numberToken = ({ tokens }: Reading, at: number): number | null => {
  const token = tokens[at]
  return token?.kind === 'number' ? token.number : null
}

const monthOf = ({ tokens, language }: Reading, at: number): number | null => {
  const place = language.months.findIndex((phrase) => phrase(tokens, at) > 0)
  return place < 0 ? null : place + 1
}

/** A whole month, the last one that has begun. Abbreviations are too ambiguous. */
const monthAt = (reading: Reading, at: number): Days | null => {
  const token = reading.tokens[at]
  const month = monthOf(reading, at)
  if (month === null || token?.kind !== 'word' || token.word.length < 4) return null
  const year = numberToken(reading, at + 1)
  const hasYear = year !== null && year > 1999 && year < 2100
  const first = dayIn(1, month, hasYear ? year : undefined, reading.today)
  return first === null ? null : { ...daysOfSpan['this-month'](first), size: hasYear ? 2 : 1 }
}
