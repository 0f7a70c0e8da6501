import { dayOf, midnightAt, shiftDay, wallClock } from '../lib/zone-clock.ts'
import { type CallPolicy, weekdays } from './call-policy.ts'
import { daysOffOf } from './check-policy.ts'
import { type Hours, readHours } from './policy-texts.ts'

type Opening = Pick<CallPolicy, 'hours' | 'weekdaysOff' | 'daysOff'>

const minuteMs = 60_000
const wholeDay: readonly Hours[] = [{ from: 0, to: 24 * 60 }]

/** When a day begins where a policy has no hours, in minutes. */
const usualMorning = 9 * 60

/** As long as there is a day that is not off, one of these is. */
const farthestDays = 400

const hoursOf = ({ hours }: Opening): readonly Hours[] => {
  const read = hours === null ? [] : (readHours(hours) ?? [])
  return read.length === 0 ? wholeDay : read
}

/** Minute of the day when calls begin, for `morning`. */
export const morningOf = (policy: Opening): number =>
  policy.hours === null ? usualMorning : hoursOf(policy)[0]!.from

/** Whether customers may be called at an instant; hours and days are those of the time zone. */
export const isCallingTime = (policy: Opening, at: Date, timeZone: string): boolean => {
  const day = dayOf(at, timeZone)
  if (isDayOff(policy, day)) return false
  const minute = Math.floor((wallClock(at, timeZone) - Date.parse(`${day}T00:00:00Z`)) / minuteMs)
  return hoursOf(policy).some(({ from, to }) => from <= minute && minute < to)
}

/** The first instant from `at` on when customers may be called; null if there is none. */
export const nextCallingTime = (policy: Opening, at: Date, timeZone: string): Date | null => {
  if (isCallingTime(policy, at, timeZone)) return at
  const today = dayOf(at, timeZone)
  for (let ahead = 0; ahead <= farthestDays; ahead++) {
    const day = shiftDay(today, ahead)
    if (isDayOff(policy, day)) continue
    for (const { from } of hoursOf(policy)) {
      const opens = minuteOn(day, from, timeZone)
      if (opens >= at) return opens
    }
  }
  return null
}

/** The instant of a minute of a day in a time zone. */
export const minuteOn = (day: string, minute: number, timeZone: string): Date =>
  midnightAt(Date.parse(`${day}T00:00:00Z`) + minute * minuteMs, timeZone)

const isDayOff = (policy: Opening, day: string): boolean => {
  // Monday is 0.
  const weekday = weekdays[(new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7]!
  return policy.weekdaysOff.includes(weekday) || daysOffOf(policy).includes(day)
}
