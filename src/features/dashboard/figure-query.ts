import type { Figure } from '../../../domain/analytics/analytics.ts'
import type { Days } from '../../../domain/analytics/period-choice.ts'
import type { Where } from '../../../domain/lib/filter.ts'

/** What a figure narrows the orders by, beside the period and the country, which every list has anyway. */
const fromPeriod = new Set(['country', 'from', 'to'])

/** The filter of the orders' list that shows what a figure counts, in the words of the filter box. */
export const figureQuery = ({ where }: Pick<Figure, 'where'>, days: Days, viewer: { id: string }): string =>
  orderQuery(
    days,
    Object.fromEntries(
      Object.entries(where).filter(
        // Whoever sells has no other orders than their own.
        ([name, value]) => !fromPeriod.has(name) && !(name === 'owner' && value === viewer.id),
      ),
    ),
  )

/** The orders of a period, narrowed further. */
export const orderQuery = ({ startDate, endDate }: Days, where: Where): string =>
  [
    `created:${startDate === endDate ? startDate : `${startDate}..${endDate}`}`,
    ...Object.entries(where).map(([name, value]) => `${name}:${value}`),
  ].join(' ')
