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
  from: midnight(firstDay(week), timeZone),
  to: midnight(firstDay(week) + 7 * day, timeZone),
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

/** The second look is for the offset that holds at midnight itself, where the first was taken on the other side of a change. */
const midnight = (at: number, timeZone: string): Date => {
  const offsetAt = (instant: number) => wallClock(new Date(instant), timeZone) - instant
  return new Date(at - offsetAt(at - offsetAt(at)))
}

/** What the clocks of a zone show, as milliseconds of the same day and time in UTC; whole seconds. */
const wallClock = (instant: Date, timeZone: string): number => {
  const parts = clockOf(timeZone).formatToParts(instant)
  const [year, month, date, hour, minute, second] = shown.map((type) =>
    Number(parts.find((part) => part.type === type)!.value),
  ) as [number, number, number, number, number, number]
  return Date.UTC(year, month - 1, date, hour, minute, second)
}

const shown = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const

const clocks = new Map<string, Intl.DateTimeFormat>()

const clockOf = (timeZone: string): Intl.DateTimeFormat => {
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  clocks.set(timeZone, clock)
  return clock
}
