import { dayOf, midnightAt, shiftDay } from '../lib/zone-clock.ts'
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

const timeIn = (day: string, time: string, timeZone: string): Date =>
  midnightAt(Date.parse(`${day}T${time}:00Z`), timeZone)
