import { shiftDay } from '../lib/zone-clock.ts'

/** Bounds the period of the dashboard, which has a chart with one point a day. */
export const longestPeriodDays = 1_100

/** Named periods; `custom` is given by two days. */
export const periodNames = [
  'today',
  'yesterday',
  '7d',
  '30d',
  'month',
  'lastMonth',
  'quarter',
  'custom',
] as const
export type PeriodName = (typeof periodNames)[number]
export const defaultPeriod = '30d' satisfies PeriodName

export type Days = { startDate: string; endDate: string }

export const isPeriodName = (value: unknown): value is PeriodName =>
  periodNames.some((name) => name === value)

/** The days of a named period. Never later than `today`. */
export const daysOfPeriod = (name: Exclude<PeriodName, 'custom'>, today: string): Days => named[name](today)

/** Whether the server accepts the two days as a period. */
export const isPeriod = ({ startDate, endDate }: Days): boolean =>
  isDay(startDate) &&
  isDay(endDate) &&
  startDate <= endDate &&
  shiftDay(startDate, longestPeriodDays) > endDate

const named: Record<Exclude<PeriodName, 'custom'>, (today: string) => Days> = {
  today: (today) => ({ startDate: today, endDate: today }),
  yesterday: (today) => ({ startDate: shiftDay(today, -1), endDate: shiftDay(today, -1) }),
  '7d': (today) => ({ startDate: shiftDay(today, -6), endDate: today }),
  '30d': (today) => ({ startDate: shiftDay(today, -29), endDate: today }),
  month: (today) => ({ startDate: firstOfMonth(today), endDate: today }),
  lastMonth: (today) => {
    const endDate = shiftDay(firstOfMonth(today), -1)
    return { startDate: firstOfMonth(endDate), endDate }
  },
  quarter: (today) => {
    const month = Number(today.slice(5, 7))
    const first = String(month - ((month - 1) % 3)).padStart(2, '0')
    return { startDate: `${today.slice(0, 4)}-${first}-01`, endDate: today }
  },
}

const firstOfMonth = (day: string): string => `${day.slice(0, 8)}01`

const isDay = (value: string): boolean =>
  /^[12]\d{3}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value)) && shiftDay(value, 0) === value
