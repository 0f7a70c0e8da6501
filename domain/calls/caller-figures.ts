import { countryCodes } from '../core/countries.ts'
import { orderStatuses } from '../fulfillment/order-status.ts'
import { shippingStatuses } from '../fulfillment/shipping-status.ts'
import type { Fields } from '../lib/field.ts'
import type { RecordOf, Shapes } from '../lib/shape.ts'

/** Longest period of the figures, in days. */
export const mostFigureDays = 366

/** What the figures are of: of each caller, or of the orders of each seller or product. */
export const figureGroups = ['caller', 'seller', 'product'] as const
export type FigureGroup = (typeof figureGroups)[number]

const periodFields = {
  from: { kind: 'date', required: true },
  to: { kind: 'date', required: true },
  country: { kind: 'choice', values: countryCodes },
  caller: { kind: 'reference', resource: 'users' },
  seller: { kind: 'reference', resource: 'users' },
  product: { kind: 'reference', resource: 'products' },
} as const satisfies Fields

/** Query of `GET callers`; ISO 8601, `to` excluded. */
export const callerFiguresFields = {
  ...periodFields,
  by: { kind: 'choice', values: figureGroups },
} as const satisfies Fields

/** The figures that are counted, each of calls. */
export const callFigures = ['calls', 'reached', 'confirmed', 'delivered', 'callbacks', 'kept'] as const
export type CallFigure = (typeof callFigures)[number]

const mostCalls = 200

/** Query of `GET callers/calls`: the calls that a figure counts. */
export const figureCallsFields = {
  ...periodFields,
  figure: { kind: 'choice', values: callFigures, required: true },
  limit: { kind: 'integer', min: 1, max: mostCalls },
  skip: { kind: 'integer', min: 0, max: 1_000_000 },
} as const satisfies Fields

export const callerFiguresShapes = {
  id: { kind: 'id' },
  caller: { kind: 'id', nullable: true },
  name: { kind: 'text' },
  calls: { kind: 'integer' },
  perHour: { kind: 'number', nullable: true },
  reached: { kind: 'integer' },
  confirmed: { kind: 'integer' },
  delivered: { kind: 'integer' },
  deliveredOfConfirmed: { kind: 'number', nullable: true },
  callbacks: { kind: 'integer' },
  callbacksKept: { kind: 'number', nullable: true },
} as const satisfies Shapes

/**
 * What one caller did in a period, or was done about the orders of one seller or product, without what was taken back; `id`: whose, and
 * `caller` the same where it is a caller. `calls`: outcomes recorded; `perHour`: by the time that they called (pauses of over 15 minutes
 * are none), null below a minute of them; `reached`: customers who answered: confirmed, cancelled or promised a call; `delivered`: of the orders
 * `confirmed`, those whose parcel is delivered by now; `callbacks`: calls that they promised for a time of the period that has passed,
 * `callbacksKept` the share of them that somebody made within the hour after it. Shares are null of none.
 */
export type CallerFigures = RecordOf<typeof callerFiguresShapes>

export const figureCallShapes = {
  id: { kind: 'id' },
  at: { kind: 'instant' },
  caller: { kind: 'id' },
  callerName: { kind: 'text' },
  outcome: { kind: 'choice', values: orderStatuses },
  callbackAt: { kind: 'instant', nullable: true },
  order: { kind: 'id' },
  number: { kind: 'integer' },
  customerName: { kind: 'text' },
  productName: { kind: 'text' },
  status: { kind: 'choice', values: orderStatuses },
  shippingStatus: { kind: 'choice', values: shippingStatuses, nullable: true },
} as const satisfies Shapes

/** A call that a figure counts: its outcome, and what became of the order by now. Of an order confirmed twice, the last one. */
export type FigureCall = RecordOf<typeof figureCallShapes>
