import { fold } from '../lib/fold.ts'
import { isRealDay } from '../lib/zone-clock.ts'
import { joinMornings, unitMinutes } from './wait-words.ts'

/** Minutes of a day: from, and the first one after. */
export type Hours = { from: number; to: number }

/** A wait of so many minutes, or until the calling hours of the next day begin. */
export type CallWait = number | 'morning'

const dayMinutes = 24 * 60
const mostWindows = 4
const mostWaits = 12
const mostDays = 100
/** A month. */
const longestWait = 31 * dayMinutes

/** `8-12 14h-20h30`, `08:00-20:00`: windows in their order, without overlaps. Null: not readable. Empty: any time. */
export const readHours = (text: string): readonly Hours[] | null => {
  const windows: Hours[] = []
  for (const written of partsOf(joinRanges(text))) {
    const [from, to, ...rest] = written.split('-').map(minuteOf)
    if (from == null || to == null || rest.length > 0) return null
    if (from >= to || from < (windows.at(-1)?.to ?? 0)) return null
    windows.push({ from, to })
  }
  return windows.length > mostWindows ? null : windows
}

/**
 * `30m 2h 1d morning`, `30 min, 2 h, 1 j, lendemain matin`, in the words of any language: null if not readable. A number alone is
 * minutes.
 */
export const readSpacing = (text: string): readonly CallWait[] | null => {
  const waits: CallWait[] = []
  const words = joinMornings(fold(text))
    .split(' ')
    .filter((word) => word !== '')
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!
    if (word === 'morning') {
      waits.push('morning')
      continue
    }
    const [, count, joined] = /^(\d{1,5})(\p{L}*)$/u.exec(word) ?? []
    if (count === undefined) return null
    const next = words[at + 1] ?? ''
    const unit = joined || (unitMinutes.has(next) ? next : '')
    if (joined === '' && unit !== '') at++
    const minutes = Number(count) * (unit === '' ? 1 : (unitMinutes.get(unit) ?? Number.NaN))
    if (!(minutes >= 1 && minutes <= longestWait)) return null
    waits.push(minutes)
  }
  return waits.length > mostWaits ? null : waits
}

/** A wait as count and unit, the largest that divides it. */
export const wholeWait = (minutes: number): { unit: 'minutes' | 'hours' | 'days'; n: number } => {
  if (minutes % dayMinutes === 0) return { unit: 'days', n: minutes / dayMinutes }
  return minutes % 60 === 0 ? { unit: 'hours', n: minutes / 60 } : { unit: 'minutes', n: minutes }
}

/** Days as in ISO 8601, `2026-12-25 2027-01-01`, or `25/12/2026`: each once, in their order. Null: not readable. */
export const readDaysOff = (text: string): readonly string[] | null => {
  const days = partsOf(text).map(isoDay)
  const areRead = days.every((day) => /^\d{4}-\d{2}-\d{2}$/.test(day) && isRealDay(day))
  return areRead && days.length <= mostDays ? [...new Set(days)].sort() : null
}

export const cleanHours = (text: string): string | null =>
  readHours(text)
    ?.map(({ from, to }) => `${clock(from)}-${clock(to)}`)
    .join(' ') ?? null

export const cleanSpacing = (text: string): string | null =>
  readSpacing(text)?.map(waitText).join(' ') ?? null

export const cleanDays = (text: string): string | null => readDaysOff(text)?.join(' ') ?? null

const letters = { minutes: 'm', hours: 'h', days: 'd' } as const

const waitText = (wait: CallWait): string => {
  if (wait === 'morning') return wait
  const { unit, n } = wholeWait(wait)
  return `${n}${letters[unit]}`
}

/** `25/12/2026`, `25.12.2026` as `2026-12-25`; any other text as it is. */
const isoDay = (written: string): string => {
  const [, day, month, year] = /^(\d{1,2})[./](\d{1,2})[./](\d{4})$/.exec(written) ?? []
  return day === undefined ? written : `${year}-${month!.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** `9`, `9h30`, `09:30`, `24`: minutes of the day, or null. */
const minuteOf = (written: string): number | null => {
  const [, hour, minutes = '0'] = /^(\d{1,2})(?:[:h.]?(\d{2})|h|:)?$/.exec(written.toLowerCase()) ?? []
  if (hour === undefined || Number(minutes) > 59) return null
  const minute = Number(hour) * 60 + Number(minutes)
  return minute > dayMinutes ? null : minute
}

const clock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

/** Without the spaces around dashes. */
const joinRanges = (text: string): string =>
  text
    .split(/[-–—]/)
    .map((part) => part.trim())
    .join('-')

const partsOf = (text: string): string[] => text.split(/[\s,;]+/).filter((part) => part !== '')
