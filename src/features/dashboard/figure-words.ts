import type { Unit } from '../../../domain/analytics/figures.ts'
import { type CountryCode, countries } from '../../../domain/countries.ts'

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
    duration: (seconds) => durationWords(seconds, language),
    share: (value) => share.format(value),
    short: (value) => short.format(value),
    points: (value) => points.format(value * 100),
    day: (day, style) => (style === 'short' ? shortDay : fullDay).format(new Date(day)),
    days: (startDate, endDate) => fullDay.formatRange(new Date(startDate), new Date(endDate)),
  }
}

const lengths = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** The two largest units that say something: `2 j 4 h`, `35 min`. */
const durationWords = (seconds: number, language: string): string => {
  let rest = Math.round(seconds / 60) * 60
  const parts = lengths.map(([unit, length]) => {
    const amount = Math.floor(rest / length)
    rest -= amount * length
    return { unit, amount }
  })
  const first = parts.findIndex(({ amount }) => amount > 0)
  const said = first < 0 ? parts.slice(-1) : parts.slice(first, first + 2)
  return said
    .filter(({ amount }, index) => amount > 0 || index === 0)
    .map(({ unit, amount }) =>
      new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'narrow' }).format(amount),
    )
    .join(' ')
}
