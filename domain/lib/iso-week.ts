import { midnightAt, wallClock } from './zone-clock.ts'

/** Where a week lies in time: from its Monday's midnight to the next one's, which is not in it. */
export type Interval = { from: Date; to: Date }

const day = 86_400_000
const written = /^(\d{4})-W(\d{2})$/

/** The ISO 8601 week that an instant lies in by the clocks of a time zone: `2026-W47`. Weeks belong to their Thursday's year. */
export const isoWeekOf = (instant: Date, timeZone: string): string => weekOfDay(wallClock(instant, timeZone))

/** Whether a text names a week that there is: `2026-W53` does, `2025-W53` does not. */
export const isIsoWeek = (text: string): boolean => written.test(text) && weekOfDay(firstDay(text)) === text

/** The day that a week begins on, `2026-11-16`. The week must be one. */
export const mondayOf = (week: string): string => new Date(firstDay(week)).toISOString().slice(0, 10)

/** The year that a week counts in, which may be another than its Monday's. */
export const isoYearOf = (week: string): number => Number(week.slice(0, 4))

/** When a week begins and ends by the clocks of a time zone: an hour is short or over where they are changed. */
export const isoWeekInterval = (week: string, timeZone: string): Interval => ({
  from: midnightAt(firstDay(week), timeZone),
  to: midnightAt(firstDay(week) + 7 * day, timeZone),
})

/** A day counts here as the milliseconds of its midnight in UTC, whatever zone it is a day of. */
const weekOfDay = (at: number): string => {
  const monday = at - weekday(at) * day
  const year = new Date(monday + 3 * day).getUTCFullYear()
  const number = 1 + Math.floor((monday - firstMonday(year)) / (7 * day))
  return `${String(year).padStart(4, '0')}-W${String(number).padStart(2, '0')}`
}

const firstDay = (week: string): number => {
  const [, year, number] = written.exec(week)!
  return firstMonday(Number(year)) + (Number(number) - 1) * 7 * day
}

/** The fourth of January always lies in the first week. */
const firstMonday = (year: number): number => {
  const fourth = Date.UTC(year, 0, 4)
  return fourth - weekday(fourth) * day
}

/** Monday is 0. */
const weekday = (at: number): number => (new Date(at).getUTCDay() + 6) % 7
