import { midnightAt, wallClock } from './zone-clock.ts'

/** From a Monday's midnight to the next one's, exclusive. */
export type Interval = { from: Date; to: Date }

const day = 86_400_000
const written = /^(\d{4})-W(\d{2})$/

/** The ISO 8601 week of an instant in a time zone: `2026-W47`. A week belongs to the year of its Thursday. */
export const isoWeekOf = (instant: Date, timeZone: string): string => weekOfDay(wallClock(instant, timeZone))

/** Whether the week exists: `2026-W53` does, `2025-W53` does not. */
export const isIsoWeek = (text: string): boolean => written.test(text) && weekOfDay(firstDay(text)) === text

/** The first day of a valid week, `2026-11-16`. */
export const mondayOf = (week: string): string => new Date(firstDay(week)).toISOString().slice(0, 10)

/** The ISO year of a week, which may differ from its Monday's year. */
export const isoYearOf = (week: string): number => Number(week.slice(0, 4))

/** Start and end of a week in a time zone; an hour longer or shorter across a clock change. */
export const isoWeekInterval = (week: string, timeZone: string): Interval => ({
  from: midnightAt(firstDay(week), timeZone),
  to: midnightAt(firstDay(week) + 7 * day, timeZone),
})

/** `at`: milliseconds of the day's midnight in UTC. */
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

/** 4 January is always in the first week. */
const firstMonday = (year: number): number => {
  const fourth = Date.UTC(year, 0, 4)
  return fourth - weekday(fourth) * day
}

/** Monday is 0. */
const weekday = (at: number): number => (new Date(at).getUTCDay() + 6) % 7
