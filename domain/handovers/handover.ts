import { countryCodes } from '../core/countries.ts'
import { defineResource, type InputOf, type RecordIn } from '../lib/define-resource.ts'
import type { Fields } from '../lib/field.ts'
import { countryColumn } from '../lib/goods.ts'
import type { RecordOf, Shapes } from '../lib/shape.ts'

/** Whose cash, of one country: the query of `GET handovers/due`. Without a country it is the caller's. */
export const handoverDueFields = {
  country: { kind: 'choice', values: countryCodes },
  delivery: { kind: 'reference', resource: 'users', required: true },
} as const satisfies Fields

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
 *
 * `seen` is the digest that `GET handovers/due` gave with the expected sum: a parcel that was delivered or reopened since is
 * refused rather than counted without anybody's knowledge.
 */
export const handovers = defineResource('handovers', {
  owned: false,
  columns: {
    country: { field: handoverDueFields.country, filter: countryColumn.filter },
    delivery: { field: handoverDueFields.delivery },
    deliveryName: { shape: { kind: 'text' } },
    deliveryGuy: { filter: { kind: 'reference' } },
    receivedBy: { shape: { kind: 'id' }, filter: { kind: 'reference' } },
    receivedByName: { shape: { kind: 'text' } },
    parcels: { shape: { kind: 'integer' } },
    expected: { shape: { kind: 'money' } },
    counted: { field: { kind: 'money', required: true }, sort: true },
    difference: { shape: { kind: 'money' }, sort: true, filter: { kind: 'range', signed: true } },
    note: { field: { kind: 'text', max: 500, multiline: true } },
    seen: { field: { kind: 'text', max: 64, required: true }, shape: null },
    batchId: { shape: { kind: 'id' } },
  },
  order: { exported: ['number', 'createdAt'] },
  search: {
    title: 'deliveryName',
    subtitle: ['receivedByName'],
    words: ['deliveryName', 'receivedByName', 'note'],
    owner: 'delivery',
  },
  views: [
    { id: 'today', query: 'created:today' },
    { id: 'short', query: 'difference:..-0.001' },
    { id: 'over', query: 'difference:0.001..' },
  ],
})

export type HandoverInput = InputOf<typeof handovers>
export type Handover = RecordIn<typeof handovers>

/** What `GET handovers/{id}` answers: the handover with its parcels, oldest first. */
export const handoverWithLinesShapes = {
  ...handovers.shapes,
  lines: { kind: 'list', of: handoverLineShapes },
} as const satisfies Shapes

export type HandoverLine = RecordOf<typeof handoverLineShapes>
export type HandoverWithLines = RecordOf<typeof handoverWithLinesShapes>
export type HandoverDue = RecordOf<typeof handoverDueShapes>
export type CashHolder = RecordOf<typeof cashHolderShapes>

/** Where the cash of a delivered parcel is: with its delivery guy, or handed over. */
export const cashPlaces = ['with-driver', 'handed-over'] as const
