import type { Figure } from '../../../domain/analytics/analytics.ts'
import { type FigureName, figureNames, figures } from '../../../domain/analytics/figures.ts'
import type { CohortScope } from './cohort.ts'
import { medianOf } from './median-of.ts'
import type { Period } from './period.ts'
import type { DaysRead } from './read-days.ts'

/** All figures of the period beside those of the one before it, each with the list that it counts. */
export const figuresOf = (scope: CohortScope, period: Period, read: DaysRead): Figure[] => {
  const base = {
    country: scope.country,
    ...(scope.owner === null ? {} : { owner: scope.owner }),
    from: period.from.toISOString(),
    to: period.to.toISOString(),
  }
  const measured = (isBefore: boolean) => read.measures.find((row) => row.isBefore === isBefore)
  const now = { ...measured(false), ...medians(read.toConfirm, read.toDeliver) }
  const before = { ...measured(true), ...medians(read.toConfirmBefore, read.toDeliverBefore) }
  return figureNames.map((name) => ({
    name,
    unit: figures[name].unit,
    value: readFigure(now, name),
    previous: readFigure(before, name),
    where: { ...base, ...figures[name].filter },
  }))
}

const medians = (toConfirm: Buffer | null, toDeliver: Buffer | null) => ({
  timeToConfirm: medianOf(toConfirm),
  timeToDeliver: medianOf(toDeliver),
})

/** A period without orders has no row: nothing was counted, and nothing divides a rate. */
const readFigure = (measured: Record<string, unknown>, name: FigureName): number | null => {
  const value = measured[name]
  if (value != null) return Number(value)
  return figures[name].unit === 'count' || figures[name].unit === 'money' ? 0 : null
}
