import { createContext, use } from 'react'
import type { Actor } from '../../../domain/access/actor.ts'
import { paths } from '../../../domain/access/paths.ts'
import { admits } from '../../../domain/access/routes.ts'
import type { Analytics, CashFigure, Figure, FigureName } from '../../../domain/analytics/analytics.ts'
import type { Days } from '../../../domain/analytics/period-choice.ts'
import { localeOf } from '../../../domain/core/languages.ts'
import type { Where } from '../../../domain/lib/filter.ts'
import { type FigureWords, figureWords, unfinishedShare } from './figure-words.ts'

/** Context of the dashboard: figures, texts, links. */
export type Dashboard = {
  data: Analytics
  words: FigureWords
  figure: (name: FigureName) => Figure
  /** Link to the list that a figure counts; null if forbidden. */
  figureLink: (figure: Figure) => string | null
  /** Link to the period's orders, with a further filter. */
  ordersLink: (where: Where) => string | null
  /** Link to a day's orders, with a further filter. */
  dayLink: (day: string, where?: Where) => string | null
  asTables: boolean
  /** Share of orders still in progress, if it makes figures incomparable with the previous period; else null. */
  unfinished: number | null
}

export const DashboardContext = createContext<Dashboard | null>(null)

export const useDashboard = (): Dashboard => {
  const dashboard = use(DashboardContext)
  if (dashboard === null) throw new Error('useBoard needs a DashboardContext above it')
  return dashboard
}

/** Filters that every list gets from period and country. */
const fromPeriod = new Set(['country', 'from', 'to'])

/** Query of the order list that a figure counts. */
export const figureQuery = ({ where }: Pick<Figure, 'where'>, days: Days, viewer: { id: string }): string =>
  orderQuery(
    days,
    Object.fromEntries(
      Object.entries(where).filter(
        // Sellers only have their own orders.
        ([name, value]) => !fromPeriod.has(name) && !(name === 'owner' && value === viewer.id),
      ),
    ),
  )

/** Query of the list that a cash figure sums up. */
export const cashQuery = ({ where }: Pick<CashFigure, 'where'>, days: Days): string => {
  const own = Object.fromEntries(Object.entries(where).filter(([name]) => !fromPeriod.has(name)))
  if ('from' in where) return orderQuery(days, own)
  return writtenOf('settled' in own ? { ...own, settled: daysIn(days) } : own).join(' ')
}

const writtenOf = (where: Where): string[] => Object.entries(where).map(([name, value]) => `${name}:${value}`)

const daysIn = ({ startDate, endDate }: Days): string =>
  startDate === endDate ? startDate : `${startDate}..${endDate}`

/** Query of a period's orders, with a further filter. */
export const orderQuery = (days: Days, where: Where): string =>
  [`created:${daysIn(days)}`, ...writtenOf(where)].join(' ')

type Input = { data: Analytics; viewer: Actor; language: string; seller: string | null; asTables: boolean }

/** Builds the context from an answer of the API. */
export const createDashboardValue = ({ data, viewer, language, seller, asTables }: Input): Dashboard => {
  const byName = new Map<string, Figure>(data.figures.map((figure) => [figure.name, figure]))
  const mayOpen = admits('/orders/list', viewer)
  const ofSeller: Where = seller === null ? {} : { owner: seller }
  const figureOf = (name: FigureName): Figure => {
    const figure = byName.get(name)
    if (figure === undefined) throw new Error(`The answer has no figure ${name}`)
    return figure
  }
  return {
    data,
    words: figureWords(localeOf(language), data.country),
    figure: figureOf,
    unfinished: unfinishedShare(figureOf),
    figureLink: (figure) => (mayOpen ? paths.list('orders', figureQuery(figure, data, viewer)) : null),
    ordersLink: (where) =>
      mayOpen ? paths.list('orders', orderQuery(data, { ...ofSeller, ...where })) : null,
    dayLink: (day, where = {}) =>
      mayOpen
        ? paths.list('orders', orderQuery({ startDate: day, endDate: day }, { ...ofSeller, ...where }))
        : null,
    asTables,
  }
}
