import { wallClock } from '../../../domain/lib/zone-clock.ts'

export const deviceZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/**
 * The name of a time's zone, ` (GMT)`, to be written behind it; empty where the device's clock shows the same. Times are shown in
 * the zone of their record's country, which a reader elsewhere must know.
 */
export const zoneNote = (instant: Date, timeZone: string | undefined, locale: string): string => {
  if (timeZone === undefined || wallClock(instant, timeZone) === wallClock(instant, deviceZone())) return ''
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' }).formatToParts(instant)
  return ` (${parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone})`
}
