import type { Figure, FigureName, Unit } from '../../../domain/analytics/analytics.ts'
import { type CountryCode, countries } from '../../../domain/core/countries.ts'
import { numberFormat } from '../../../domain/lib/number-format.ts'
import { formatDuration } from '../../ui/format/clock.ts'

/** Formatters of figures by unit; the currency is shown once on the screen. */
export type FigureWords = Record<Unit, (value: number) => string> & {
  /** Compact: `12,3 k`. */
  short: (value: number) => string
  /** A ratio without decimals. */
  share: (value: number) => string
  /** Percentage points. */
  points: (value: number) => string
  day: (day: string, style: 'short' | 'full') => string
  days: (startDate: string, endDate: string) => string
}

export const figureWords = (language: string, country: CountryCode): FigureWords => {
  const { decimals } = countries[country]
  const count = numberFormat(language, { maximumFractionDigits: 0 })
  const money = numberFormat(language, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
  const rate = numberFormat(language, {
    style: 'percent',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  })
  const share = numberFormat(language, { style: 'percent', maximumFractionDigits: 0 })
  const number = numberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 2 })
  const short = numberFormat(language, { notation: 'compact', maximumFractionDigits: 1 })
  const points = numberFormat(language, { maximumFractionDigits: 1 })
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

type Counts = Record<(typeof counted)[number], number>

/** Figures that count orders by their end. */
const counted = [
  'orders',
  'cancelled',
  'delivered',
  'returned',
  'lost',
] as const satisfies readonly FigureName[]

/** Figures that rise while the period's orders are in progress, so that they seem low. */
export const growing: ReadonlySet<FigureName> = new Set<FigureName>([
  'confirmationRate',
  'deliveryRate',
  'collected',
  'net',
])

/** Smaller shares do not visibly change a figure. */
const MIN_SHARE = 0.05

/**
 * Share of the period's orders not yet cancelled, delivered, returned or lost; null unless above that of the previous period.
 */
export const unfinishedShare = (
  figureOf: (name: FigureName) => Pick<Figure, 'value' | 'previous'>,
): number | null => {
  const now = openShare((name) => figureOf(name).value)
  const before = openShare((name) => figureOf(name).previous)
  return now >= MIN_SHARE && now > before ? now : null
}

const openShare = (countOf: (name: FigureName) => number | null): number => {
  const counts = Object.fromEntries(counted.map((name) => [name, countOf(name) ?? 0])) as Counts
  const { orders, cancelled, delivered, returned, lost } = counts
  return orders === 0 ? 0 : (orders - cancelled - delivered - returned - lost) / orders
}
