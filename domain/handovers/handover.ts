import { countryCodes } from '../core/countries.ts'
import { defineResource, type InputOf, type RecordIn } from '../lib/define-resource.ts'
import type { Fields } from '../lib/field.ts'
import { fixedCountryColumn } from '../lib/goods.ts'
import type { RecordOf, Shapes } from '../lib/shape.ts'

/** Query of `GET handovers/due`. Default country: the caller's. */
export const handoverDueFields = {
  country: { kind: 'choice', values: countryCodes },
  delivery: { kind: 'reference', resource: 'users', required: true },
} as const satisfies Fields

/**
 * A delivered parcel with its cash as it was at the handover, and the amount due. `comment`: the parcel's present comment,
 * which explains a difference. `earned`: what the courier earned with it, by `tariff` in that zone; both as they were at the
 * handover. A parcel of no zone has none; handovers before tariffs were recorded have no tariff.
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
  earned: { kind: 'money' },
  tariff: { kind: 'id', nullable: true },
  zone: { kind: 'id', nullable: true },
  zoneName: { kind: 'text', nullable: true },
} as const satisfies Shapes

/**
 * Cash that a courier has to hand over: all parcels delivered and not yet handed over, oldest first. `expected` is what was
 * collected less `keptBack`, the part of `earned` that the courier takes from it. `balance`: sum of the differences of earlier
 * handovers, negative if cash is missing. `owed`: expected - balance (`balanceCourier`). `earnedToday`: with all parcels
 * delivered today, handed over or not.
 */
export const handoverDueShapes = {
  country: { kind: 'choice', values: countryCodes },
  delivery: { kind: 'id' },
  deliveryName: { kind: 'text' },
  expected: { kind: 'money' },
  parcels: { kind: 'integer' },
  earned: { kind: 'money' },
  keptBack: { kind: 'money' },
  earnedToday: { kind: 'money' },
  balance: { kind: 'money' },
  owed: { kind: 'money' },
  seen: { kind: 'text' },
  lines: { kind: 'list', of: handoverLineShapes },
} as const satisfies Shapes

/**
 * A courier with cash in a country, of how many parcels and since when. Without sums, so that the cash is counted before the expected sum
 * is known.
 */
export const cashHolderShapes = {
  id: { kind: 'id' },
  name: { kind: 'text' },
  phone: { kind: 'phone' },
  parcels: { kind: 'integer' },
  since: { kind: 'instant', nullable: true },
} as const satisfies Shapes

/**
 * Cash handed over by a courier. `expected` = collected - keptBack; `difference` = counted - expected; a courier's balance is the
 * sum of these. Of `earned`, `keptBack` was taken from the cash and the rest paid out apart. `batchId`: the change to undo.
 * `seen`: the digest that `GET handovers/due` gave. If a parcel was delivered or reopened since, the call is refused.
 */
export const handovers = defineResource('handovers', {
  owned: false,
  columns: {
    country: { field: handoverDueFields.country, filter: fixedCountryColumn.filter },
    delivery: { field: handoverDueFields.delivery },
    deliveryName: { shape: { kind: 'text' } },
    deliveryGuy: { filter: { kind: 'reference' } },
    receivedBy: { shape: { kind: 'id' }, filter: { kind: 'reference' } },
    receivedByName: { shape: { kind: 'text' } },
    parcels: { shape: { kind: 'integer' } },
    earned: { shape: { kind: 'money' } },
    keptBack: { shape: { kind: 'money' } },
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

/** Answer of `GET handovers/{id}`: with its parcels, oldest first, and the courier's balance before it. */
export const handoverWithLinesShapes = {
  ...handovers.shapes,
  balanceBefore: { kind: 'money' },
  lines: { kind: 'list', of: handoverLineShapes },
} as const satisfies Shapes

export type HandoverLine = RecordOf<typeof handoverLineShapes>
export type HandoverWithLines = RecordOf<typeof handoverWithLinesShapes>
export type HandoverDue = RecordOf<typeof handoverDueShapes>
export type CashHolder = RecordOf<typeof cashHolderShapes>

export const cashPlaces = ['with-driver', 'handed-over'] as const
