const hour = 3_600_000
const day = 24 * hour
/** Day 0 of a spreadsheet's calendar, as it counts days after the February 29th of 1900 that never was. */
const epoch = Date.UTC(1899, 11, 30)

/** A day (`2026-11-21`) as the number that a spreadsheet keeps of it. */
export const serialDay = (text: string): number => Math.round((Date.parse(text.slice(0, 10)) - epoch) / day)

/** An instant as a spreadsheet keeps it: days and parts of days by the clock of a time zone, to the second. */
export const serialInstant = (instant: string, timeZone: string): number => {
  const at = Math.floor(Date.parse(instant) / 1_000) * 1_000
  return Number(((at + offsetAt(at, timeZone) - epoch) / day).toFixed(9))
}

const offsets = new Map<string, number>()

/** How far a zone's clock is ahead of UTC, in milliseconds. Clocks are changed on the hour, so each hour is asked once. */
const offsetAt = (at: number, timeZone: string): number => {
  const began = Math.floor(at / hour) * hour
  const key = `${timeZone} ${began}`
  const known = offsets.get(key) ?? wallClock(began, timeZone) - began
  offsets.set(key, known)
  return known
}

const clocks = new Map<string, Intl.DateTimeFormat>()
const units = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const

/** What a zone's clock shows, read as if it were UTC. */
const wallClock = (at: number, timeZone: string): number => {
  const clock = clocks.get(timeZone) ?? makeClock(timeZone)
  clocks.set(timeZone, clock)
  const shown = new Map(clock.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const [year, month, date, hours, minutes, seconds] = units.map((unit) => shown.get(unit)!)
  return Date.UTC(year!, month! - 1, date, hours, minutes, seconds)
}

const makeClock = (timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    ...Object.fromEntries(units.map((unit) => [unit, 'numeric'])),
  })
