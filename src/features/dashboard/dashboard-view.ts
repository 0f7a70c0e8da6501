import {
  type Days,
  daysOfPeriod,
  defaultPeriod,
  isPeriod,
  isPeriodName,
  type PeriodName,
} from '../../../domain/analytics/period-choice.ts'
import { isId } from '../../../domain/lib/field.ts'
import { createScreenActions } from '../../commands/screen-actions.ts'

/** What the dashboard is asked for; its link says all of it. */
export type DashboardView = { period: PeriodName; days: Days; seller: string | null }

/** Reads a link; what it does not say, or not rightly, is as it is by default. `today` is the country's. */
export const readView = (link: URLSearchParams, today: string): DashboardView => {
  const sellerId = link.get('seller')
  const seller = isId(sellerId) ? sellerId : null
  const days = { startDate: link.get('from') ?? '', endDate: link.get('to') ?? '' }
  if (isPeriod(days)) return { period: 'custom', days, seller }
  const asked = link.get('period')
  const period = isPeriodName(asked) && asked !== 'custom' ? asked : defaultPeriod
  return { period, days: daysOfPeriod(period, today), seller }
}

/** What a link to a view says. */
export const parametersOf = ({ period, days, seller }: DashboardView): Record<string, string> => ({
  ...(period === 'custom' ? { from: days.startDate, to: days.endDate } : {}),
  ...(period !== 'custom' && period !== defaultPeriod ? { period } : {}),
  ...(seller === null ? {} : { seller }),
})

/** What the open dashboard lends to its commands. */
type DashboardActions = {
  view: DashboardView
  refresh: () => void
  toggleTables: () => void
  /** Puts the keyboard on the first of the two days. */
  askForDays: () => void
}

export const dashboardActions = createScreenActions<DashboardActions>()
