import { type CountryCode, countries, countryCodes } from '../core/countries.ts'
import { billedStatuses } from '../fulfillment/shipping-status.ts'
import { defineResource, type RecordIn } from '../lib/define-resource.ts'
import type { Fields, Values } from '../lib/field.ts'
import { countryColumn } from '../lib/goods.ts'
import { isIsoWeek, isoYearOf } from '../lib/iso-week.ts'
import { accept, type Result, refuse } from '../lib/result.ts'
import type { RecordOf, Shapes } from '../lib/shape.ts'

export const invoiceStatuses = ['UN_PAID', 'PAID'] as const
export type InvoiceStatus = (typeof invoiceStatuses)[number]

/**
 * Invoices. `terms` begins as our text in the seller's language; what can be changed is changed on one that is not paid.
 * What a seller is paid for one ISO week of a country. `code` is the number on the paper, `INV-CI-2026-00001`.
 * `totalWithoutFees` is the cash collected, `totalWithFees` what is left of it after all fees: it may be negative.
 */
export const invoices = defineResource('invoices', {
  columns: {
    country: { filter: countryColumn.filter },
    code: { shape: { kind: 'text' }, sort: true },
    week: { shape: { kind: 'text' }, sort: true },
    dueAt: { shape: { kind: 'instant' } },
    paidAt: { shape: { kind: 'instant', nullable: true } },
    totalShipments: { shape: { kind: 'integer' } },
    totalWithoutFees: { shape: { kind: 'money' } },
    shippingFees: { shape: { kind: 'money' } },
    upsellFees: { shape: { kind: 'money' } },
    expeditionFees: { field: { kind: 'money', required: true }, only: 'update' },
    otherFees: { field: { kind: 'money', required: true }, only: 'update' },
    notes: { field: { kind: 'text', max: 2000, multiline: true }, only: 'update' },
    terms: {
      field: { kind: 'text', max: 2000, multiline: true, required: true },
      only: 'update',
      export: false,
    },
    totalWithFees: { shape: { kind: 'money' }, sort: true },
    status: {
      shape: { kind: 'choice', values: invoiceStatuses },
      sort: true,
      filter: { kind: 'choice', values: invoiceStatuses },
    },
    owner: { filter: { kind: 'reference' } },
    total: { filter: { kind: 'range' } },
  },
  order: {
    exported: [
      'code',
      'number',
      'week',
      'ownerName',
      'status',
      'dueAt',
      'paidAt',
      'totalShipments',
      'totalWithoutFees',
      'shippingFees',
      'upsellFees',
      'expeditionFees',
      'otherFees',
      'totalWithFees',
    ],
  },
  search: { title: 'code', subtitle: ['ownerName'] },
  changes: { pay: 'at-once', unpay: 'confirmed' },
  views: [
    { id: 'unpaid', query: 'status:UN_PAID', sort: 'createdAt' },
    { id: 'owed-to-us', query: 'status:UN_PAID total:..0' },
    { id: 'paid-month', query: 'status:PAID created:<30d' },
  ],
})

export type Invoice = RecordIn<typeof invoices>
export type InvoiceInput = Values<typeof invoices.updateFields>

/** What a status call says: nothing, for the other of the two, or which one. */
export const invoiceMoveFields = {
  status: { kind: 'choice', values: invoiceStatuses },
} as const satisfies Fields

/** What is billed: of one country or all, one seller or all, one ISO week (`2026-W47`) or all that is due and not yet billed. */
export const invoiceGenerateFields = {
  country: { kind: 'choice', values: countryCodes },
  seller: { kind: 'reference', resource: 'users' },
  week: { kind: 'text', max: 8 },
} as const satisfies Fields

export type InvoiceGenerateInput = Values<typeof invoiceGenerateFields>

/** Query for the parcels that a billing would include: the same, for one country. */
export const invoiceDueFields = {
  ...invoiceGenerateFields,
  country: { kind: 'choice', values: countryCodes, required: true },
} as const satisfies Fields

/**
 * What billing would do at present: how many invoices it would open, and extend by parcels that were settled since;
 * `totalWithFees` is what the sellers would be paid for these parcels. `paid` counts invoices that take no more: their
 * parcels stay due and are not in the sums.
 */
export const invoicesDueShapes = {
  opened: { kind: 'integer' },
  extended: { kind: 'integer' },
  paid: { kind: 'integer' },
  parcels: { kind: 'integer' },
  totalWithoutFees: { kind: 'money' },
  totalWithFees: { kind: 'money' },
} as const satisfies Shapes

export type InvoicesDue = RecordOf<typeof invoicesDueShapes>

export const checkInvoiceGenerate = <Input extends InvoiceGenerateInput>(input: Input): Result<Input> =>
  input.week == null || isIsoWeek(input.week)
    ? accept(input)
    : refuse('VALIDATION_FAILED', [{ path: 'week', code: 'NOT_A_DATE' }])

/** A parcel as it was when it was billed: nothing that happens to it later changes the line. */
export const invoiceLineShapes = {
  id: { kind: 'id' },
  shipping: { kind: 'id' },
  shippingNumber: { kind: 'integer' },
  orderNumber: { kind: 'integer' },
  productName: { kind: 'text' },
  customerName: { kind: 'text' },
  quantity: { kind: 'integer' },
  status: { kind: 'choice', values: billedStatuses },
  settledAt: { kind: 'instant' },
  collected: { kind: 'money' },
  shippingFee: { kind: 'money' },
  upsellFee: { kind: 'money' },
} as const satisfies Shapes

/** What `GET invoices/{id}` answers: the invoice with its lines, oldest first. */
export const invoiceWithLinesShapes = {
  ...invoices.shapes,
  lines: { kind: 'list', of: invoiceLineShapes },
} as const satisfies Shapes

export type InvoiceLine = RecordOf<typeof invoiceLineShapes>
export type InvoiceWithLines = RecordOf<typeof invoiceWithLinesShapes>

/** The previous and next invoice in a list, and this one's position; null if it is not in the list. */
export const invoiceNeighbourShapes = {
  previous: { kind: 'id', nullable: true },
  next: { kind: 'id', nullable: true },
  place: { kind: 'integer', nullable: true },
  total: { kind: 'integer' },
} as const satisfies Shapes

export type InvoiceNeighbours = RecordOf<typeof invoiceNeighbourShapes>

export const dueAfterDays = 7

/** The number on the paper, `INV-CI-2026-00001`: they follow each other within a country and an ISO year. */
export const invoiceCode = (country: CountryCode, week: string, sequence: number): string =>
  `INV-${countries[country].iso}-${isoYearOf(week)}-${String(sequence).padStart(5, '0')}`

/**
 * The week whose invoice takes a parcel: the one that it was settled in, unless its invoice is paid and closed; then
 * the present one. Null where that is paid too: the parcel stays due. `statusOf` is null where there is no invoice yet.
 */
export const chooseWeek = (
  settledIn: string,
  present: string,
  statusOf: (week: string) => InvoiceStatus | null,
): string | null => [settledIn, present].find((week) => statusOf(week) !== 'PAID') ?? null
