import { countryCodes } from '../core/countries.ts'
import type { RecordOf, Shapes } from '../lib/shape.ts'
import { figureNames } from './figures.ts'

/** Bounds the period of the dashboard, which has a chart with one point a day. */
export const longestPeriodDays = 1_100
export const defaultPeriodDays = 30

/**
 * One figure and its value in the previous period; null when there is nothing to divide by or to measure. `where`: filter of
 * the order list that shows the records counted.
 */
export const figureShapes = {
  name: { kind: 'choice', values: figureNames },
  unit: { kind: 'choice', values: ['count', 'money', 'rate', 'duration', 'number'] },
  value: { kind: 'number', nullable: true },
  previous: { kind: 'number', nullable: true },
  where: { kind: 'map', of: { kind: 'text' } },
} as const satisfies Shapes

/** Orders created on one day of the country's calendar, by what became of them. */
export const dayShapes = {
  day: { kind: 'date' },
  orders: { kind: 'integer' },
  confirmed: { kind: 'integer' },
  delivered: { kind: 'integer' },
  collected: { kind: 'money' },
} as const satisfies Shapes

/** The orders of one product, seller or courier by what became of them. */
export const shareShapes = {
  id: { kind: 'id' },
  name: { kind: 'text' },
  orders: { kind: 'integer' },
  confirmed: { kind: 'integer' },
  delivered: { kind: 'integer' },
  returned: { kind: 'integer' },
  collected: { kind: 'money' },
} as const satisfies Shapes

/** What one member of staff did with the orders of the period: confirmations, dispatches. */
export const handlerShapes = {
  id: { kind: 'id' },
  name: { kind: 'text' },
  confirmed: { kind: 'integer' },
  dispatched: { kind: 'integer' },
} as const satisfies Shapes

/**
 * Cash with couriers (all days) and cash received (in the period). `differences`: cash collected less amount due, summed over
 * the parcels where the two differ.
 */
export const cashFigureNames = ['withDrivers', 'inBox', 'differences'] as const

/** An amount of cash and how many parcels or handovers it consists of. `where`: filter of the list that shows them. */
export const cashFigureShapes = {
  name: { kind: 'choice', values: cashFigureNames },
  value: { kind: 'money' },
  count: { kind: 'integer' },
  where: { kind: 'map', of: { kind: 'text' } },
} as const satisfies Shapes

/** `startDate` and `endDate`: days of the country, inclusive. `from` and `to`: the same as instants. */
export const analyticsShapes = {
  country: { kind: 'choice', values: countryCodes },
  currency: { kind: 'text' },
  startDate: { kind: 'date' },
  endDate: { kind: 'date' },
  previousStartDate: { kind: 'date' },
  previousEndDate: { kind: 'date' },
  from: { kind: 'instant' },
  to: { kind: 'instant' },
  figures: { kind: 'list', of: figureShapes },
  /** Only for roles that may read handovers; cash received belongs to no seller. */
  cash: { kind: 'list', of: cashFigureShapes },
  days: { kind: 'list', of: dayShapes },
  products: { kind: 'list', of: shareShapes },
  sellers: { kind: 'list', of: shareShapes },
  agents: { kind: 'list', of: handlerShapes },
  deliveryGuys: { kind: 'list', of: shareShapes },
} as const satisfies Shapes

export type CashFigure = RecordOf<typeof cashFigureShapes>
export type Figure = RecordOf<typeof figureShapes>
export type Analytics = RecordOf<typeof analyticsShapes>

/** Measured rates of a product, as defaults for the calculator; null while nothing was measured. */
export const productRatesShapes = {
  product: { kind: 'id' },
  orders: { kind: 'integer' },
  confirmationRate: { kind: 'number', nullable: true },
  deliveryRate: { kind: 'number', nullable: true },
  price: { kind: 'money' },
  deliveryFee: { kind: 'money' },
  returnFee: { kind: 'money' },
} as const satisfies Shapes

export type ProductRates = RecordOf<typeof productRatesShapes>
