import { codes } from '../core/codes.ts'
import { type CountryCode, countryCodes } from '../core/countries.ts'
import { languageCodes } from '../core/languages.ts'
import { defineResource, type InputOf, type RecordIn } from '../lib/define-resource.ts'
import type { Fields } from '../lib/field.ts'
import { fixedCountryColumn } from '../lib/goods.ts'
import { type RecordOf, recordShapes, type Shapes } from '../lib/shape.ts'

/**
 * What advertising one product cost on one day of its country; `advertising` in the API. One record for each product, day and
 * channel: what is typed for one that exists is added to its amount. The owner is the product's.
 */
export const advertising = defineResource('advertising', {
  called: { one: 'AdCost', phrase: 'an advertising cost' },
  columns: {
    country: fixedCountryColumn,
    /** Product and day. */
    name: { shape: { kind: 'text' }, export: false },
    product: {
      field: { kind: 'reference', resource: 'products', required: true },
      only: 'create',
      filter: { kind: 'reference' },
    },
    productName: { shape: { kind: 'text' } },
    day: { field: { kind: 'date', required: true }, sort: true, filter: { kind: 'days' } },
    amount: { field: { kind: 'money', required: true }, sort: true, filter: { kind: 'range' } },
    channel: { field: { kind: 'text', max: 80 }, filter: { kind: 'text' } },
    note: { field: { kind: 'text', max: 300 } },
    owner: { filter: { kind: 'reference' } },
  },
  order: { byDefault: 'day', filters: ['country', 'product', 'day', 'channel', 'owner'] },
  // Products are not found by the names of their costs.
  search: { title: 'name', subtitle: ['ownerName'], words: ['channel'] },
  views: [
    { id: 'this-week', query: 'day:this-week' },
    { id: 'last-week', query: 'day:last-week' },
    { id: 'this-month', query: 'day:this-month' },
  ],
})

export type AdCost = RecordIn<typeof advertising>
export type AdCostInput = InputOf<typeof advertising>

/** Most costs of one paste. */
export const MAX_PASTED_COSTS = 2_000

/** Most characters of a pasted text. */
export const MAX_PASTED_TEXT = 200_000

/** Body of a paste. `language`: of its dates and headings, French by default. */
export const adPasteFields = {
  country: { kind: 'choice', values: countryCodes, required: true },
  text: { kind: 'text', max: MAX_PASTED_TEXT, multiline: true, required: true },
  language: { kind: 'choice', values: languageCodes },
} as const satisfies Fields

export type AdPasteInput = { country: CountryCode; text: string; language?: string | null }

export const adLayouts = ['rows', 'grid'] as const
export const adColumns = ['product', 'day', 'amount', 'channel'] as const

/**
 * What a pasted text would write. `lines`: each cost as read, with its problem; the line counts from 1. `before`: what has been
 * typed for these products, days and channels; `after`: with the paste, which replaces them. Sums are of the lines without
 * problem.
 */
export const adPasteShapes = {
  country: recordShapes.country,
  layout: { kind: 'choice', values: adLayouts, nullable: true },
  ignored: { kind: 'values', of: { kind: 'text' } },
  total: { kind: 'integer' },
  problems: { kind: 'integer' },
  before: { kind: 'money' },
  after: { kind: 'money' },
  created: { kind: 'integer' },
  changed: { kind: 'integer' },
  firstDay: { kind: 'date', nullable: true },
  lastDay: { kind: 'date', nullable: true },
  products: {
    kind: 'list',
    of: {
      id: { kind: 'id' },
      name: { kind: 'text' },
      days: { kind: 'integer' },
      before: { kind: 'money' },
      after: { kind: 'money' },
    },
  },
  lines: {
    kind: 'list',
    of: {
      line: { kind: 'integer' },
      typed: { kind: 'text' },
      product: { kind: 'id', nullable: true },
      productName: { kind: 'text', nullable: true },
      day: { kind: 'date', nullable: true },
      amount: { kind: 'money', nullable: true },
      channel: { kind: 'text', nullable: true },
      column: { kind: 'choice', values: adColumns, nullable: true },
      problem: { kind: 'choice', values: codes, nullable: true },
    },
  },
} as const satisfies Shapes

export type AdPaste = RecordOf<typeof adPasteShapes>
