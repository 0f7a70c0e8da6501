import type { Unit } from '../../../domain/analytics/figures.ts'
import { type CountryCode, countries } from '../../../domain/core/countries.ts'
import { formatDuration } from '../../ui/format/clock.ts'

/** Writes a figure; money in the country's currency, whose name stands once for the whole screen. */
export type FigureWords = Record<Unit, (value: number) => string> & {
  /** `12,3 k`, where room is scarce. */
  short: (value: number) => string
  /** A share of one without decimals, for rows of many. */
  share: (value: number) => string
  /** Percentage points. */
  points: (value: number) => string
  day: (day: string, style: 'short' | 'full') => string
  days: (startDate: string, endDate: string) => string
}

export const figureWords = (language: string, country: CountryCode): FigureWords => {
  const { decimals } = countries[country]
  const count = new Intl.NumberFormat(language, { maximumFractionDigits: 0 })
  const money = new Intl.NumberFormat(language, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
  const rate = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 })
  const share = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 })
  const number = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 2 })
  const short = new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 })
  const points = new Intl.NumberFormat(language, { maximumFractionDigits: 1 })
  const shortDay = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' })
  const fullDay = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' })
  return {
    count: (value) => count.format(value),
    money: (value) => money.format(value),
    rate: (value) => rate.format(value),
    number: (value) => number.format(value),
    duration: (seconds) => formatDuration(seconds, language),
    share: (value) => share.format(value),
    short: (value) => short.format(value),
    points: (value) => points.format(value * 100),
    day: (day, style) => (style === 'short' ? shortDay : fullDay).format(new Date(day)),
    days: (startDate, endDate) => fullDay.formatRange(new Date(startDate), new Date(endDate)),
  }
}
