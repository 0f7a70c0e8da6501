import { countryCodes } from '../core/countries.ts'
import { dryRunField, type Fields } from '../lib/field.ts'
import type { RecordOf, Shapes } from '../lib/shape.ts'

/**
 * Where the data of a customer can be, in the order of the report. `notes`: texts that people wrote elsewhere; `answers`: stored for
 * idempotency keys; `copies`: search entries and scores.
 */
export const personalPlaces = [
  'orders',
  'parcels',
  'labels',
  'invoices',
  'history',
  'intake',
  'deliveries',
  'blocked',
  'notes',
  'jobs',
  'files',
  'answers',
  'copies',
] as const
export type PersonalPlace = (typeof personalPlaces)[number]

/** Body of `PUT customers/erase`. The phone as it is dialled in the country, or with its prefix. */
export const eraseFields = {
  phone: { kind: 'phone', required: true },
  country: { kind: 'choice', values: countryCodes, required: true },
  dryRun: dryRunField,
} as const satisfies Fields

/**
 * Rows by place, before and after: `left` is what a second search found, all 0 once erased. `open`: orders that wait for a call,
 * parcels that are underway, and orders that only events of shops have, which nobody can deliver any more. No identity: answers are stored.
 */
export const erasureShapes = {
  dryRun: { kind: 'flag' },
  found: { kind: 'map', keys: personalPlaces, of: { kind: 'integer' } },
  left: { kind: 'map', keys: personalPlaces, of: { kind: 'integer' } },
  open: { kind: 'integer' },
} as const satisfies Shapes

export type Erasure = RecordOf<typeof erasureShapes>
