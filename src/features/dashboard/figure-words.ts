import type { Figure } from '../../../domain/analytics/analytics.ts'
import type { FigureName, Unit } from '../../../domain/analytics/figures.ts'
import { type CountryCode, countries } from '../../../domain/core/countries.ts'
import { formatDuration } from '../../ui/format/clock.ts'

/** Writes a figure; money in the country's currency, whose name is shown once on the screen. */
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

type Counts = Record<(typeof counted)[number], number>

/** What an order's way is counted by: it ends cancelled, delivered, returned or lost. */
const counted = [
  'orders',
  'cancelled',
  'delivered',
  'returned',
  'lost',
] as const satisfies readonly FigureName[]

/** Figures that grow while the orders of a period go on: before that they are low, not worse. */
export const growing: ReadonlySet<FigureName> = new Set<FigureName>([
  'confirmationRate',
  'deliveryRate',
  'collected',
  'net',
])

/** Below this the orders that go on change no figure that is seen. */
const MIN_SHARE = 0.05

/**
 * Share of the period's orders that are neither cancelled nor delivered, returned or lost yet; null where it does not exceed
 * that of the period before, so that the two compare fairly.
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
