import { type CountryCode, countries } from '../core/countries.ts'

const dayLength = 86_400_000

/** The calendar day at an instant in a time zone, `2026-11-21`. */
export const dayOf = (instant: Date, timeZone: string): string =>
  new Date(wallClock(instant, timeZone)).toISOString().slice(0, 10)

/** The calendar day in a country. */
export const todayIn = (country: CountryCode, now = new Date()): string =>
  dayOf(now, countries[country].timeZone)

/** Adds days (negative: subtracts): `2026-11-21`, 1 -> `2026-11-22`. */
export const shiftDay = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayLength).toISOString().slice(0, 10)

/** Whether a calendar day exists: `Date` would read 30 February as a day of March. */
export const isRealDay = (day: string): boolean => {
  const at = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day)
}

/** The instant when a day begins in a time zone. */
export const startOfDay = (day: string, timeZone: string): Date =>
  midnightAt(Date.parse(`${day}T00:00:00Z`), timeZone)

/**
 * The instant of a local midnight. `at`: the same midnight in UTC. Iterates twice, because the offset may change between the
 * guess and midnight.
 */
export const midnightAt = (at: number, timeZone: string): Date => {
  const offsetAt = (instant: number) => wallClock(new Date(instant), timeZone) - instant
  return new Date(at - offsetAt(at - offsetAt(at)))
}

/** Local time of an instant, encoded as UTC milliseconds; whole seconds. */
export const wallClock = (instant: Date, timeZone: string): number => {
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
