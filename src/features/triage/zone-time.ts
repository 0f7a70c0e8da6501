import { type CountryCode, countries } from '../../../domain/core/countries.ts'
import { dayOf, wallClock } from '../../../domain/lib/zone-clock.ts'

const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/**
 * An instant by the clocks of a country, the day with it where that is not today there; and by the reader's own clock
 * where that shows another hour.
 */
export const zoneTime = (
  instant: Date,
  country: CountryCode,
  locale: string,
  now: Date,
): { there: string; here: string | null } => {
  const { timeZone } = countries[country]
  const isOwn = wallClock(instant, timeZone) === wallClock(instant, ownZone)
  return {
    there: written(instant, timeZone, locale, now),
    here: isOwn ? null : written(instant, ownZone, locale, now),
  }
}

const written = (instant: Date, timeZone: string, locale: string, now: Date): string => {
  const isToday = dayOf(instant, timeZone) === dayOf(now, timeZone)
  const day = isToday ? {} : ({ weekday: 'short', day: 'numeric', month: 'short' } as const)
  return new Intl.DateTimeFormat(locale, { ...day, hour: '2-digit', minute: '2-digit', timeZone }).format(
    instant,
  )
}
