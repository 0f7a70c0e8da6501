import { dayOf, isRealDay, midnightAt, shiftDay } from '../lib/zone-clock.ts'
import { type CallbackOffer, offers } from './callback-offers.ts'

const minute = 60_000

/** `at` is null if the suggestion has passed or equals an earlier one. */
export type CallbackTime = { id: CallbackOffer; at: Date | null }

/** Minimum distance of a suggestion from now and from any other. */
const closest = 15 * minute

/**
 * The suggestions at `now` in a time zone. Positions are fixed, so that the digit of each stays the same. Suggestions too close
 * to an earlier one are disabled: at 15:00, "this evening" and "in three hours" are the same.
 */
export const callbackTimes = (now: Date, timeZone: string): CallbackTime[] => {
  const times: CallbackTime[] = []
  for (const { id } of offers) {
    const at = callbackAt(id, now, timeZone)
    const isTaken =
      at !== null && times.some((other) => Math.abs((other.at?.getTime() ?? 0) - at.getTime()) < closest)
    times.push({ id, at: isTaken ? null : at })
  }
  return times
}

/** The instant of a suggestion; null if unknown or passed. */
export const callbackAt = (id: string, now: Date, timeZone: string): Date | null => {
  const offer = offers.find((one) => one.id === id)
  if (offer === undefined) return null
  const at =
    'minutes' in offer
      ? new Date(now.getTime() + offer.minutes * minute)
      : timeIn(shiftDay(dayOf(now, timeZone), offer.day), offer.at, timeZone)
  return at.getTime() - now.getTime() < closest ? null : at
}

/** Latest promised call, in days. */
const farthest = 60

/**
 * Parses a typed time in a time zone: `14:30`, `14h30`, `1430`, `9h` (tomorrow's if passed today), `+45` minutes, `+2h`, `24/11 10:00`,
 * `24/11`. Null if invalid, passed, or too far away.
 */
export const readCallbackTime = (text: string, now: Date, timeZone: string): Date | null => {
  const written = text.trim().toLowerCase()
  const at = readSpan(written, now) ?? readDated(written, now, timeZone) ?? readClock(written, now, timeZone)
  if (at === null) return null
  const ahead = at.getTime() - now.getTime()
  return ahead > 0 && ahead <= farthest * 24 * 60 * minute ? at : null
}

const readSpan = (written: string, now: Date): Date | null => {
  const [, amount, unit] = /^\+\s*(\d{1,3})\s*(h|ч|min|мин|m|м)?$/.exec(written) ?? []
  if (amount === undefined) return null
  const length = unit === 'h' || unit === 'ч' ? 60 : 1
  return new Date(now.getTime() + Number(amount) * length * minute)
}

const readDated = (written: string, now: Date, timeZone: string): Date | null => {
  const [, day, month, clock] = /^(\d{1,2})[/.-](\d{1,2})[/.-]?(?:\s+(\S.*))?$/.exec(written) ?? []
  const time = clockOf(clock ?? '9')
  // `14.30` is a time: there is no month 30.
  if (day === undefined || Number(month) > 12 || Number(month) < 1 || time === null) return null
  const today = dayOf(now, timeZone)
  const of = (year: number) => `${year}-${month?.padStart(2, '0')}-${day.padStart(2, '0')}`
  const year = Number(today.slice(0, 4))
  const date = of(year) < today ? of(year + 1) : of(year)
  return isRealDay(date) ? timeIn(date, time, timeZone) : null
}

const readClock = (written: string, now: Date, timeZone: string): Date | null => {
  const time = clockOf(written)
  if (time === null) return null
  const today = dayOf(now, timeZone)
  const at = timeIn(today, time, timeZone)
  return at > now ? at : timeIn(shiftDay(today, 1), time, timeZone)
}

/** `9h` -> `09:00`, `1430` -> `14:30`; null for an invalid time. */
const clockOf = (written: string): string | null => {
  const [, hour, minutes = '0'] =
    /^(\d{1,2})(\d{2})$/.exec(written.trim()) ??
    /^(\d{1,2})(?:\s*[:h.ч](?:\s*(\d{2}))?)?\s*(?:uhr)?$/.exec(written.trim()) ??
    []
  if (hour === undefined || Number(hour) > 23 || Number(minutes) > 59) return null
  return `${hour.padStart(2, '0')}:${minutes.padStart(2, '0')}`
}

const timeIn = (day: string, time: string, timeZone: string): Date =>
  midnightAt(Date.parse(`${day}T${time}:00Z`), timeZone)
