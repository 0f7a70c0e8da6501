import { fold } from '../lib/fold.ts'
import { plainDigits } from '../lib/typed/clean-text.ts'
import { inDigits } from '../lib/typed/number-words.ts'
import { dayOf, isRealDay, midnightAt, shiftDay } from '../lib/zone-clock.ts'
import { dayMinutes, type PartOfDay, phrases, words } from './callback-words.ts'

const minute = 60_000

/** Latest promised call, in days. */
const farthest = 60

/** Hour of a day that is typed without one. */
const morning = { hour: 9, minute: 0 }

/**
 * Parses a typed time in a time zone, with the words of all six languages: `14:30`, `14h30`, `1430`, `9h` (tomorrow's if passed
 * today), `5pm`, `half past nine`, `halb zehn`, `10h moins le quart`, `after 8pm`, `+45` minutes, `+2h`, `in 2 hours`,
 * `demain 10h`, `montag 15`, `28/11 at 10:00`, `24/11`. Null if invalid, passed, or too far away.
 */
export const readCallbackTime = (text: string, now: Date, timeZone: string): Date | null => {
  const said = readTokens(tokensOf(text))
  const at = said && instantOf(said, now, timeZone)
  if (!at) return null
  const ahead = at.getTime() - now.getTime()
  return ahead > 0 && ahead <= farthest * dayMinutes * minute ? at : null
}

type Clock = { hour: number; minute: number }

/** What a text says; each at most once. */
type Said = {
  /** Minutes from now. */
  span?: number
  /** Days from today. */
  days?: number
  /** 0: Sunday. */
  weekday?: number
  /** `year` only if typed. */
  date?: { day: number; month: number; year?: number }
  clock?: Clock
  half?: 'am' | 'pm'
  part?: PartOfDay
}

const instantOf = (said: Said, now: Date, timeZone: string): Date | null => {
  const { span, part } = said
  const clock = said.clock && withHalf(said.clock, said)
  if (clock === null) return null
  const isOfDays = span !== undefined && span % dayMinutes === 0 && span > 0
  if (span !== undefined && !isOfDays) return clock ? null : new Date(now.getTime() + span * minute)
  const today = dayOf(now, timeZone)
  const day = isOfDays ? shiftDay(today, span / dayMinutes) : dayNamed(said, today)
  if (day === null) return null
  const time = clock ?? (part && { hour: part.hour, minute: 0 }) ?? (day === today ? undefined : morning)
  if (day === undefined) {
    if (time === undefined) return null
    const at = timeIn(today, time, timeZone)
    return at > now ? at : timeIn(shiftDay(today, 1), time, timeZone)
  }
  const at = time && timeIn(day, time, timeZone)
  if (at === undefined) return null
  return said.weekday !== undefined && at <= now ? timeIn(shiftDay(day, 7), time!, timeZone) : at
}

/** Null: no such day; undefined: none was named. */
const dayNamed = ({ date, weekday, days }: Said, today: string): string | null | undefined => {
  if (date !== undefined) {
    const of = (year: number) => `${year}-${twoDigits(date.month)}-${twoDigits(date.day)}`
    const year = Number(today.slice(0, 4))
    const day = of(date.year ?? (of(year) < today ? year + 1 : year))
    return isRealDay(day) ? day : null
  }
  if (weekday !== undefined) {
    const now = new Date(`${today}T00:00:00Z`).getUTCDay()
    return shiftDay(today, (weekday - now + 7) % 7)
  }
  return days === undefined ? undefined : shiftDay(today, days)
}

const withHalf = (clock: Clock, { half, part }: Said): Clock | null => {
  const isLate = half === 'pm' || (half === undefined && part?.isLate === true)
  const hour =
    clock.hour < 12 && isLate ? clock.hour + 12 : clock.hour === 12 && half === 'am' ? 0 : clock.hour
  return hour > 23 || clock.minute > 59 ? null : { ...clock, hour }
}

const timeIn = (day: string, { hour, minute }: Clock, timeZone: string): Date =>
  midnightAt(Date.parse(`${day}T${twoDigits(hour)}:${twoDigits(minute)}:00Z`), timeZone)

const twoDigits = (number: number): string => String(number).padStart(2, '0')

/** Numbers with their separators, folded words, and `+`. */
const tokensOf = (text: string): string[] => {
  const found = plainDigits(text).match(/\d+(?:[:./-]\d+)*|[\p{L}\p{M}]+|\+|[^\s,.'’()-]/gu) ?? []
  let joined = ` ${found.map((token) => (/[\d+]/.test(token) ? token : fold(token) || token)).join(' ')} `
  for (const [phrase, word] of phrases) joined = joined.replaceAll(` ${phrase} `, ` ${word} `)
  return joined.trim().split(' ').flatMap(withDigits)
}

/** `neuf` is `9`, `полдесятого` is `пол 10`. An article may be `one`; `28 sept` is a day of September. */
const withDigits = (token: string, at: number, all: readonly string[]): string[] => {
  const ordinal = words().ordinal.get(token.replace(/^пол/u, ''))
  if (ordinal !== undefined) return token.startsWith('пол') ? ['пол', String(ordinal)] : [String(ordinal)]
  const isMonth = token === 'sept' && /^\d/.test(all[at - 1] ?? '')
  return [words().number.has(token) || isMonth ? token : inDigits(token, true)]
}

/** Each token is read in its turn; an unknown one makes the text unreadable. */
const readTokens = (tokens: readonly string[]): Said | null => {
  const said: Said = {}
  let at = 0
  while (at < tokens.length) {
    const size =
      readSpan(tokens, at, said) ||
      readClockInWords(tokens, at, said) ||
      readPastHour(tokens, at, said) ||
      readNumber(tokens, at, said) ||
      readWord(tokens, at, said)
    if (size === 0) return null
    at += size
  }
  return said
}

/** `+45`, `in 2 hours`, `dans une heure`, `через час`, `30 min`. Returns how many tokens it took. */
const readSpan = (tokens: readonly string[], from: number, said: Said): number => {
  if (said.span !== undefined) return 0
  const sign = tokens[from]!
  const isSigned = sign === '+' || words().in.has(sign)
  let at = from + (isSigned ? 1 : 0)
  if (isSigned) while (at < tokens.length && isJoin(tokens[at]!)) at += 1
  const number = wholeAt(tokens[at]) ?? (isSigned ? words().number.get(tokens[at] ?? '') : undefined)
  if (number !== undefined) at += 1
  const part = isSigned ? partOfHour(tokens[at]) : undefined
  if (part !== undefined) {
    at += 1
    while (isJoin(tokens[at] ?? '')) at += 1
  }
  const unit = words().unit.get(tokens[at] ?? '')
  if (unit === undefined) {
    if (sign !== '+' || number === undefined) return 0
    said.span = number
    return at - from
  }
  // `9h` and `14 heures` are times of a day.
  if (!isSigned && (number === undefined || unit.isClock)) return 0
  at += 1
  const rest = unit.minutes === 60 ? wholeAt(tokens[at]) : undefined
  if (rest !== undefined) {
    at += 1
    if (words().unit.get(tokens[at] ?? '')?.minutes === 1) at += 1
  }
  const more = unit.minutes === 60 && part === undefined ? partBehind(tokens, at, words().and) : null
  at += more?.size ?? 0
  // `a half hour`, `trois quarts d'heure`.
  const share = part === undefined ? 1 : part / 60
  said.span = (part === 30 ? 1 : (number ?? 1)) * share * unit.minutes + (rest ?? more?.minutes ?? 0)
  return at - from
}

/** Minutes of a half or a quarter. */
const partOfHour = (token = ''): number | undefined =>
  words().half.has(token) ? 30 : words().quarter.has(token) ? 15 : undefined

/** `et demie`, `y cuarto`, `moins le quart`, `meno dieci`: what follows an hour. */
const partBehind = (
  tokens: readonly string[],
  from: number,
  joints: ReadonlySet<string>,
): { minutes: number; size: number } | null => {
  if (!joints.has(tokens[from] ?? '')) return null
  let at = from + 1
  while (isJoin(tokens[at] ?? '') || words().number.has(tokens[at] ?? '')) at += 1
  const minutes = partOfHour(tokens[at]) ?? minutesAt(tokens[at])
  return minutes === undefined ? null : { minutes, size: at + 1 - from + minuteUnit(tokens, at + 1) }
}

const minutesAt = (token = ''): number | undefined => (/^[1-5]?\d$/.test(token) ? Number(token) : undefined)

const minuteUnit = (tokens: readonly string[], at: number): number =>
  words().unit.get(tokens[at] ?? '')?.minutes === 1 ? 1 : 0

/** `halb zehn`, `viertel nach 9`, `quarter to ten`, `без четверти десять`. */
const readClockInWords = (tokens: readonly string[], from: number, said: Said): number => {
  const found = said.clock === undefined ? clockInWords(tokens, from) : null
  if (found === null) return 0
  said.clock = found.clock
  return found.size
}

type ClockFound = { clock: Clock; size: number }

const clockInWords = (tokens: readonly string[], from: number): ClockFound | null => {
  const word = tokens[from] ?? ''
  const fraction = words().towards.get(word)
  const whole = /^\d/.test(tokens[from + 1] ?? '') ? hourAt(tokens, from + 1) : null
  // The hour that is under way: `halb zehn` is 9:30.
  if (fraction !== undefined && whole !== null) return shifted(whole, fraction - 60, 1)
  const isWithout = word === 'без'
  const at = from + (isWithout || (words().number.has(word) && partOfHour(tokens[from + 1])) ? 1 : 0)
  const minutes = partOfHour(tokens[at]) ?? minutesAt(tokens[at])
  if (minutes === undefined) return null
  const joint = at + 1 + minuteUnit(tokens, at + 1)
  const sign = isWithout
    ? -1
    : words().past.has(tokens[joint] ?? '')
      ? 1
      : words().to.has(tokens[joint] ?? '')
        ? -1
        : 0
  const place = joint + (isWithout ? 0 : 1)
  const hour = sign === 0 ? null : (clockInWords(tokens, place) ?? hourAt(tokens, place))
  return hour && shifted(hour, sign * minutes, place - from)
}

/** A whole hour with its article and its unit. */
const hourAt = (tokens: readonly string[], from: number): ClockFound | null => {
  let at = from
  while (isJoin(tokens[at] ?? '')) at += 1
  const noon = words().part.get(tokens[at] ?? '')?.hour === 12
  const hour = noon ? 12 : /^\d{1,2}$/.test(tokens[at] ?? '') ? Number(tokens[at]) : 24
  if (hour > 23) return null
  const unit = words().unit.get(tokens[at + 1] ?? '')?.isClock === true ? 1 : 0
  return { clock: { hour, minute: 0 }, size: at + 1 - from + unit }
}

/** A quarter to one is a quarter to 13:00. */
const shifted = ({ clock, size }: ClockFound, minutes: number, more: number): ClockFound => {
  const hours = clock.hour === 1 && minutes < 0 ? 13 : clock.hour
  const total = (hours * 60 + clock.minute + minutes + dayMinutes) % dayMinutes
  return { clock: { hour: Math.floor(total / 60), minute: total % 60 }, size: size + more }
}

/** `neuf heures` and then `et demie` or `moins le quart`. */
const readPastHour = (tokens: readonly string[], at: number, said: Said): number => {
  const hour = said.clock ?? (said.part?.hour === 12 ? { hour: 12, minute: 0 } : undefined)
  if (hour === undefined || hour.minute !== 0) return 0
  const more = partBehind(tokens, at, words().and)
  const less = more === null ? partBehind(tokens, at, words().less) : null
  const found = more ?? less
  if (found === null) return 0
  said.clock = shifted({ clock: hour, size: 0 }, more === null ? -found.minutes : found.minutes, 0).clock
  return found.size
}

/** A date or a time of the day. */
const readNumber = (tokens: readonly string[], at: number, said: Said): number => {
  const token = tokens[at]!
  if (!/^\d/.test(token)) return 0
  const next = tokens[at + 1] ?? ''
  const month = words().month.get(next)
  const day = wholeAt(token)
  if (day !== undefined && month !== undefined && said.date === undefined) {
    said.date = { day, month }
    return 2
  }
  const isTime = words().unit.get(next)?.isClock === true
  const date = isTime ? null : dateOf(token)
  if (date !== null) {
    if (said.date !== undefined) return 0
    said.date = date
    return 1
  }
  const clock = clockOf(token)
  if (clock === null || said.clock !== undefined) return 0
  said.clock = clock
  if (!isTime) return 1
  const rest = /^\d+$/.test(token) && /^\d{2}$/.test(tokens[at + 2] ?? '') ? Number(tokens[at + 2]) : null
  if (rest !== null) said.clock = { ...clock, minute: rest }
  return rest === null ? 2 : 3
}

const readWord = (tokens: readonly string[], at: number, said: Said): number => {
  const word = tokens[at]!
  const isBeforeNumber = /^\d/.test(tokens[at + 1] ?? '')
  const isAfterClock = said.clock !== undefined && said.half === undefined
  if (isAfterClock && (word === 'am' || word === 'pm')) {
    // German `15 am Montag`.
    if (word === 'pm' || said.clock!.hour <= 12) said.half = word
    return 1
  }
  const hasDay = said.days !== undefined || said.weekday !== undefined || said.date !== undefined
  const days = words().day.get(word)
  if (days !== undefined && !hasDay) {
    said.days = days
    return 1
  }
  const weekday = words().weekday.get(word)
  if (weekday !== undefined && !hasDay) {
    said.weekday = weekday
    return 1
  }
  // `mañana` and `morgen` after a day are its morning.
  const part = words().part.get(word) ?? (days === 1 ? { hour: morning.hour, isLate: false } : undefined)
  if (part !== undefined && said.part === undefined) {
    said.part = part
    return 1
  }
  if (isJoin(word)) return 1
  // `in the evening`, `ore 15`.
  return (isBeforeNumber ? words().unit.get(word)?.isClock : words().in.has(word)) ? 1 : 0
}

const isJoin = (word: string): boolean => words().join.has(word)

const wholeAt = (token: string | undefined): number | undefined =>
  token !== undefined && /^\d{1,3}$/.test(token) ? Number(token) : undefined

/** `28/11`, `28.11.26`, `2026-11-28`; null for `14.30`, which is a time. */
const dateOf = (token: string): Said['date'] | null => {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(token)
  const [, day, month, year] =
    /^(\d{1,2})[/.-](\d{1,2})(?:[/.-](\d{4}|\d{2}))?$/.exec(token) ??
    (iso === null ? [] : [iso[0], iso[3], iso[2], iso[1]])
  if (day === undefined || Number(month) > 12 || Number(month) < 1) return null
  const whole = year && Number(year.length === 2 ? `20${year}` : year)
  return { day: Number(day), month: Number(month), ...(whole ? { year: whole } : {}) }
}

/** `9`, `1430`, `14:30`, `14.30`. */
const clockOf = (token: string): Clock | null => {
  const [, hour, minutes = '0'] =
    /^(\d{1,2})(\d{2})$/.exec(token) ?? /^(\d{1,2})(?:[:.](\d{2}))?$/.exec(token) ?? []
  if (hour === undefined || Number(hour) > 23 || Number(minutes) > 59) return null
  return { hour: Number(hour), minute: Number(minutes) }
}
