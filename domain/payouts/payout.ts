import { type CountryCode, countries, countryCodes } from '../core/countries.ts'
import { defineResource, type InputOf, type RecordIn } from '../lib/define-resource.ts'
import type { Fields } from '../lib/field.ts'
import { fixedCountryColumn } from '../lib/goods.ts'
import { type RecordOf, recordShapes, type Shapes } from '../lib/shape.ts'

/** How a seller is paid. */
export const payoutMethods = ['CASH', 'MOBILE_MONEY', 'BANK'] as const
export type PayoutMethod = (typeof payoutMethods)[number]

/** Most invoices of one payout. */
export const MAX_PAYOUT_LINES = 500

/** An invoice and the part of it that is paid; negative where the seller owes us, which is deducted. */
export type PayoutPart = { invoice: string; amount: number }

/**
 * A payment to a seller for invoices of one country. `owner` is the seller. `code` is printed on the receipt,
 * `PAY-CI-2026-00001`; `total` is the sum of the lines, never below 0. `date`: the day of the payment in the country. Its lines
 * never change: a wrong payout is deleted.
 */
export const payouts = defineResource('payouts', {
  columns: {
    country: fixedCountryColumn,
    seller: { field: { kind: 'reference', resource: 'users', required: true }, only: 'create', shape: null },
    code: { shape: { kind: 'text' } },
    date: { field: { kind: 'date', required: true }, sort: true, filter: { kind: 'days' } },
    method: {
      field: { kind: 'choice', values: payoutMethods, required: true },
      filter: { kind: 'choice', values: payoutMethods },
    },
    reference: { field: { kind: 'text', max: 120 } },
    invoices: { shape: { kind: 'integer' } },
    total: { shape: { kind: 'money' }, sort: true, filter: { kind: 'range' } },
    owner: { filter: { kind: 'reference' } },
  },
  order: { exported: ['code', 'number', 'date', 'ownerName', 'method', 'reference'] },
  search: {
    title: 'code',
    subtitle: ['ownerName'],
    words: ['code', 'ownerName', 'reference'],
    keys: ['code'],
  },
  views: [
    { id: 'month', query: 'created:<30d' },
    { id: 'cash', query: 'method:CASH' },
    { id: 'mobile-money', query: 'method:MOBILE_MONEY' },
    { id: 'bank', query: 'method:BANK' },
  ],
})

export type Payout = RecordIn<typeof payouts>

/** Body of `POST payouts`. */
export type PayoutInput = InputOf<typeof payouts> & { lines: PayoutPart[] }

export const payoutLineShapes = {
  invoice: { kind: 'id' },
  code: { kind: 'text' },
  week: { kind: 'text' },
  amount: { kind: 'money' },
} as const satisfies Shapes

/** Answer of `GET payouts/{id}`: with its lines, oldest invoice first. */
export const payoutWithLinesShapes = {
  ...payouts.shapes,
  lines: { kind: 'list', of: payoutLineShapes },
} as const satisfies Shapes

export type PayoutLine = RecordOf<typeof payoutLineShapes>
export type PayoutWithLines = RecordOf<typeof payoutWithLinesShapes>

/** Query of `GET payouts/owed`. Default country: the caller's. */
export const owedFields = { country: { kind: 'choice', values: countryCodes } } as const satisfies Fields

/**
 * A seller with unpaid invoices in a country. `remaining`: what is still owed on them together, negative if the seller owes us.
 * `since`: when the first of them was due.
 */
export const owedSellerShapes = {
  id: recordShapes.id,
  name: { kind: 'text' },
  invoices: { kind: 'integer' },
  remaining: { kind: 'money' },
  since: { kind: 'instant' },
} as const satisfies Shapes

export type OwedSeller = RecordOf<typeof owedSellerShapes>

/** The printed number; counts up within a country and year. */
export const payoutCode = (country: CountryCode, year: number, sequence: number): string =>
  `PAY-${countries[country].iso}-${year}-${String(sequence).padStart(5, '0')}`
