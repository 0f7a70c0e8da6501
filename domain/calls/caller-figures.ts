import { countryCodes } from '../core/countries.ts'
import type { Fields } from '../lib/field.ts'
import type { RecordOf, Shapes } from '../lib/shape.ts'

/** Longest period of the figures, in days. */
export const mostFigureDays = 366

/** Query of `GET callers`; ISO 8601, `to` excluded. */
export const callerFiguresFields = {
  from: { kind: 'date', required: true },
  to: { kind: 'date', required: true },
  country: { kind: 'choice', values: countryCodes },
} as const satisfies Fields

export const callerFiguresShapes = {
  caller: { kind: 'id' },
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
 * What one caller did in a period, without what was taken back. `calls`: outcomes recorded; `perHour`: by the time that they called
 * (pauses of over 15 minutes are none), null for no two calls; `reached`: customers who answered: confirmed, cancelled or promised
 * a call; `delivered`: of the orders `confirmed`, those whose parcel is delivered by now; `callbacks`: calls that they promised for a time of the
 * period that has passed, `callbacksKept` the share of them that somebody made within the hour after it. Shares are null of none.
 */
export type CallerFigures = RecordOf<typeof callerFiguresShapes>
