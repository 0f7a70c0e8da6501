const dayLength = 86_400_000

/** The day that the clocks of a zone show at an instant, `2026-11-21`. */
export const dayOf = (instant: Date, timeZone: string): string =>
  new Date(wallClock(instant, timeZone)).toISOString().slice(0, 10)

/** So many days later, or earlier: `2026-11-21`, 1 -> `2026-11-22`. */
export const shiftDay = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayLength).toISOString().slice(0, 10)

/** When a day begins by the clocks of a zone. */
export const startOfDay = (day: string, timeZone: string): Date =>
  midnightAt(Date.parse(`${day}T00:00:00Z`), timeZone)

/**
 * When the midnight that a zone's clocks show is, `at` being the same day's midnight in UTC. The second look is for the
 * offset that holds at midnight itself, where the first was taken on the other side of a change.
 */
export const midnightAt = (at: number, timeZone: string): Date => {
  const offsetAt = (instant: number) => wallClock(new Date(instant), timeZone) - instant
  return new Date(at - offsetAt(at - offsetAt(at)))
}

/** What the clocks of a zone show, as milliseconds of the same day and time in UTC; whole seconds. */
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
