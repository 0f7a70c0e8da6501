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

/** State of the dashboard, entirely in the URL. */
export type DashboardView = { period: PeriodName; days: Days; seller: string | null }

/** Parses the URL; missing or invalid parts get defaults. `today`: in the country. */
export const readView = (link: URLSearchParams, today: string): DashboardView => {
  const sellerId = link.get('seller')
  const seller = isId(sellerId) ? sellerId : null
  const days = { startDate: link.get('from') ?? '', endDate: link.get('to') ?? '' }
  if (isPeriod(days)) return { period: 'custom', days, seller }
  const asked = link.get('period')
  const period = isPeriodName(asked) && asked !== 'custom' ? asked : defaultPeriod
  return { period, days: daysOfPeriod(period, today), seller }
}

/** URL parameters of a view. */
export const dashboardParameters = ({ period, days, seller }: DashboardView): Record<string, string> => ({
  ...(period === 'custom' ? { from: days.startDate, to: days.endDate } : {}),
  ...(period !== 'custom' && period !== defaultPeriod ? { period } : {}),
  ...(seller === null ? {} : { seller }),
})

/** Actions of the open dashboard. */
type DashboardActions = {
  view: DashboardView
  refresh: () => void
  toggleTables: () => void
  /** Focuses the first of the two day inputs. */
  askForDays: () => void
}

export const dashboardActions = createScreenActions<DashboardActions>()
