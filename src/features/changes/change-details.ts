import type { TFunction } from 'i18next'
import { type CountryCode, countries } from '../../../domain/core/countries.ts'
import { localeOf } from '../../../domain/core/languages.ts'
import { dayOf } from '../../../domain/lib/zone-clock.ts'

type DetailOptions = {
  t: TFunction
  language: string
  country: CountryCode
  /** Name of a courier; undefined if no row on screen has it. */
  nameOf?: (courier: string) => string | undefined
}

/** What a change gave the records beside their status, in words: time of the next call, day, courier. */
export const changeDetails = (
  body: Readonly<Record<string, unknown>> | null,
  { t, language, country, nameOf }: DetailOptions,
): string => {
  const locale = localeOf(language)
  const { timeZone } = countries[country]
  const { callbackAt, postponedTo, delivery } = body ?? {}
  const day = { weekday: 'short', day: 'numeric', month: 'short' } as const
  const timeOf = (at: Date): string => {
    const isToday = dayOf(at, timeZone) === dayOf(new Date(), timeZone)
    const shown = { ...(isToday ? {} : day), hour: '2-digit', minute: '2-digit', timeZone } as const
    return new Intl.DateTimeFormat(locale, shown).format(at)
  }
  const parts = [
    typeof callbackAt === 'string' && t('changes:with.callback', { time: timeOf(new Date(callbackAt)) }),
    typeof postponedTo === 'string' &&
      new Intl.DateTimeFormat(locale, { ...day, timeZone: 'UTC' }).format(
        new Date(`${postponedTo.slice(0, 10)}T00:00:00Z`),
      ),
    typeof delivery === 'string' && nameOf?.(delivery),
  ]
  return parts.filter(Boolean).join(' · ')
}
