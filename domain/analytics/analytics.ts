import { countryCodes } from '../core/countries.ts'
import type { RecordOf, Shapes } from '../lib/shape.ts'
import { figureNames } from './figures.ts'

/** The longest period: some of it is drawn day by day. */
export const longestPeriodDays = 1_100
export const defaultPeriodDays = 30

/**
 * One figure, and what it was in the period before; null where nothing divides it or nothing was measured. `where` is the
 * filter of the orders' list that shows what it counts.
 */
export const figureShapes = {
  name: { kind: 'choice', values: figureNames },
  unit: { kind: 'choice', values: ['count', 'money', 'rate', 'duration', 'number'] },
  value: { kind: 'number', nullable: true },
  previous: { kind: 'number', nullable: true },
  where: { kind: 'map', of: { kind: 'text' } },
} as const satisfies Shapes

/** One day of the country's calendar: the orders created on it and what became of them. */
export const dayShapes = {
  day: { kind: 'date' },
  orders: { kind: 'integer' },
  confirmed: { kind: 'integer' },
  delivered: { kind: 'integer' },
  collected: { kind: 'money' },
} as const satisfies Shapes

/** What became of the orders of one product, seller or delivery person. */
export const shareShapes = {
  id: { kind: 'id' },
  name: { kind: 'text' },
  orders: { kind: 'integer' },
  confirmed: { kind: 'integer' },
  delivered: { kind: 'integer' },
  returned: { kind: 'integer' },
  collected: { kind: 'money' },
} as const satisfies Shapes

/** What one member of staff did with the orders of the period: confirmed them, sent their parcels out. */
export const handlerShapes = {
  id: { kind: 'id' },
  name: { kind: 'text' },
  confirmed: { kind: 'integer' },
  dispatched: { kind: 'integer' },
} as const satisfies Shapes

/**
 * Where cash is: with its delivery guys, over all days, or in the box, of the period. `differences` is what was collected in the
 * period less what was due, of the parcels where the two differ.
 */
export const cashFigureNames = ['withDrivers', 'inBox', 'differences'] as const

/** Cash and how many parcels or handovers it is of. `where` is the filter of the list that shows them. */
export const cashFigureShapes = {
  name: { kind: 'choice', values: cashFigureNames },
  value: { kind: 'money' },
  count: { kind: 'integer' },
  where: { kind: 'map', of: { kind: 'text' } },
} as const satisfies Shapes

/** `startDate` and `endDate` are days of the country, both within the period; `from` and `to` the same as instants. */
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
  /** Of those alone who may read handovers; what is in the box is of no seller in particular. */
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

/** What a product has really done, to begin a calculation from; rates are null where nothing is known yet. */
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
