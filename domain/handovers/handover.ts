import { countryCodes } from '../core/countries.ts'
import type { Fields, Values } from '../lib/field.ts'
import type { ListDefinition } from '../lib/list-query.ts'
import { type RecordOf, recordShapes, type Shapes } from '../lib/shape.ts'

/** Whose cash, of one country: the query of `GET handovers/due`. Without a country it is the caller's. */
export const handoverDueFields = {
  country: { kind: 'choice', values: countryCodes },
  delivery: { kind: 'reference', resource: 'users', required: true },
} as const satisfies Fields

/**
 * What is recorded when a delivery guy hands over their cash. `seen` is the digest that `GET handovers/due` gave with the
 * expected sum: a parcel that was delivered or reopened since is refused rather than counted without anybody's knowledge.
 */
export const handoverFields = {
  ...handoverDueFields,
  counted: { kind: 'money', required: true },
  note: { kind: 'text', max: 500, multiline: true },
  seen: { kind: 'text', max: 64, required: true },
} as const satisfies Fields

export type HandoverInput = Values<typeof handoverFields>

/**
 * A delivered parcel and the cash taken for it, as it was when that was handed over, beside what was due. `comment` is what is
 * said of it at present: why they differ, where they do.
 */
export const handoverLineShapes = {
  shipping: { kind: 'id' },
  shippingNumber: { kind: 'integer' },
  orderNumber: { kind: 'integer' },
  customerName: { kind: 'text' },
  deliveredAt: { kind: 'instant' },
  totalPrice: { kind: 'money' },
  collected: { kind: 'money' },
  comment: { kind: 'text', nullable: true },
} as const satisfies Shapes

/**
 * The cash that a delivery guy has in hand: of every parcel delivered and not handed over, oldest first. `balance` is what
 * earlier handovers left: below zero is missing, above zero was too much.
 */
export const handoverDueShapes = {
  country: { kind: 'choice', values: countryCodes },
  delivery: { kind: 'id' },
  deliveryName: { kind: 'text' },
  expected: { kind: 'money' },
  parcels: { kind: 'integer' },
  balance: { kind: 'money' },
  seen: { kind: 'text' },
  lines: { kind: 'list', of: handoverLineShapes },
} as const satisfies Shapes

/** Who may hand over cash in a country, and how many parcels they have it of. No sums: those are counted first. */
export const cashHolderShapes = {
  id: { kind: 'id' },
  name: { kind: 'text' },
  phone: { kind: 'phone' },
  parcels: { kind: 'integer' },
} as const satisfies Shapes

/**
 * Cash that a delivery guy handed over. `difference` is what was counted less what was expected: a person's balance is the
 * sum of theirs. `batchId` is the change to undo.
 */
export const handoverShapes = {
  ...recordShapes,
  delivery: { kind: 'id' },
  deliveryName: { kind: 'text' },
  receivedBy: { kind: 'id' },
  receivedByName: { kind: 'text' },
  parcels: { kind: 'integer' },
  expected: { kind: 'money' },
  counted: { kind: 'money' },
  difference: { kind: 'money' },
  note: { kind: 'text', nullable: true },
  batchId: { kind: 'id' },
} as const satisfies Shapes

/** What `GET handovers/{id}` answers: the handover with its parcels, oldest first. */
export const handoverWithLinesShapes = {
  ...handoverShapes,
  lines: { kind: 'list', of: handoverLineShapes },
} as const satisfies Shapes

export type Handover = RecordOf<typeof handoverShapes>
export type HandoverLine = RecordOf<typeof handoverLineShapes>
export type HandoverWithLines = RecordOf<typeof handoverWithLinesShapes>
export type HandoverDue = RecordOf<typeof handoverDueShapes>
export type CashHolder = RecordOf<typeof cashHolderShapes>

export const handoverList = {
  filters: {
    country: { kind: 'choice', values: countryCodes },
    deliveryGuy: { kind: 'reference' },
    receivedBy: { kind: 'reference' },
    difference: { kind: 'range', signed: true },
  },
  sorts: ['createdAt', 'number', 'counted', 'difference', 'updatedAt'],
} as const satisfies ListDefinition

/** Where the cash of a delivered parcel is: with its delivery guy, or handed over. */
export const cashPlaces = ['with-driver', 'handed-over'] as const
