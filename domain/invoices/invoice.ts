import { type CountryCode, countries, countryCodes } from '../core/countries.ts'
import { billedStatuses } from '../fulfillment/shipping-status.ts'
import { defineResource, type RecordIn, statusColumn } from '../lib/define-resource.ts'
import type { Fields, Values } from '../lib/field.ts'
import { fixedCountryColumn } from '../lib/goods.ts'
import { isIsoWeek, isoYearOf } from '../lib/iso-week.ts'
import { accept, type Result, refuse } from '../lib/result.ts'
import type { RecordOf, Shapes } from '../lib/shape.ts'

export const invoiceStatuses = ['UN_PAID', 'PAID'] as const
export type InvoiceStatus = (typeof invoiceStatuses)[number]

/** Body of a status call; without `status` it toggles. */
export const invoiceMoveFields = {
  status: { kind: 'choice', values: invoiceStatuses },
} as const satisfies Fields

/**
 * One seller's payment for one ISO week in a country. `code` is printed on it, `INV-CI-2026-00001`. `totalWithoutFees`: cash
 * collected; `totalWithFees`: that less all fees, may be negative. `paidAmount`: what payouts have paid of it; `remaining`: what
 * is still owed, 0 once it is paid (`remainingOf`). `terms` defaults to our text in the seller's language. A
 * paid invoice cannot be edited.
 */
export const invoices = defineResource('invoices', {
  scanDigit: 5,
  columns: {
    country: { filter: fixedCountryColumn.filter },
    code: { shape: { kind: 'text' }, sort: true },
    week: { shape: { kind: 'text' }, sort: true },
    dueAt: { shape: { kind: 'instant' } },
    paidAt: { shape: { kind: 'instant', nullable: true } },
    totalShipments: { shape: { kind: 'integer' } },
    totalWithoutFees: { shape: { kind: 'money' } },
    shippingFees: { shape: { kind: 'money' } },
    upsellFees: { shape: { kind: 'money' } },
    cashFees: { shape: { kind: 'money' } },
    expeditionFees: { field: { kind: 'money', required: true }, only: 'update' },
    otherFees: { field: { kind: 'money', required: true }, only: 'update' },
    totalWithFees: { shape: { kind: 'money' }, sort: true },
    paidAmount: { shape: { kind: 'money' } },
    remaining: { shape: { kind: 'money' }, sort: true, filter: { kind: 'range', signed: true } },
    notes: { field: { kind: 'text', max: 2000, multiline: true }, only: 'update' },
    terms: {
      field: { kind: 'text', max: 2000, multiline: true, required: true },
      only: 'update',
      export: false,
    },
    status: statusColumn(invoiceStatuses),
    owner: { filter: { kind: 'reference' } },
    total: { filter: { kind: 'range' } },
  },
  order: { exported: ['code', 'number', 'week', 'ownerName', 'status'] },
  search: { title: 'code', subtitle: ['ownerName'] },
  changes: { pay: 'at-once', unpay: 'confirmed' },
  move: invoiceMoveFields,
  views: [
    { id: 'unpaid', query: 'status:UN_PAID', sort: 'createdAt' },
    { id: 'owed', query: 'remaining:0.001..', sort: 'createdAt' },
    { id: 'owed-to-us', query: 'remaining:..-0.001' },
    { id: 'paid-month', query: 'status:PAID created:<30d' },
  ],
})

export type Invoice = RecordIn<typeof invoices>

/** What to bill: one country or all, one seller or all, one ISO week (`2026-W47`) or everything due and not billed. */
export const invoiceGenerateFields = {
  country: { kind: 'choice', values: countryCodes },
  seller: { kind: 'reference', resource: 'users' },
  week: { kind: 'text', max: 8 },
} as const satisfies Fields

export type InvoiceGenerateInput = Values<typeof invoiceGenerateFields>

/** Query for the parcels that a billing would include, in one country. */
export const invoiceDueFields = {
  ...invoiceGenerateFields,
  country: { kind: 'choice', values: countryCodes, required: true },
} as const satisfies Fields

/**
 * Result of a billing now: how many invoices it would create, and extend. `totalWithFees`: what these parcels would pay their
 * sellers. `paid`: invoices that are closed; their parcels stay due and are not in the sums.
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

/** A parcel as billed. Later changes of the parcel do not change the line. */
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
  cashFee: { kind: 'money' },
  /** By which it was billed; null for lines before tariffs were records, and a zone for a parcel of none. */
  tariff: { kind: 'id', nullable: true },
  zone: { kind: 'id', nullable: true },
  zoneName: { kind: 'text', nullable: true },
} as const satisfies Shapes

/** Our name on the papers of a country, with address and tax number as the law there asks for them. */
export const issuerFields = {
  name: { kind: 'text', max: 120, required: true },
  address: { kind: 'text', max: 300, multiline: true },
  taxNumber: { kind: 'text', max: 60 },
} as const satisfies Fields

/** Null in `name`: none was set. */
const partyShapes = {
  address: { kind: 'text', nullable: true },
  taxNumber: { kind: 'text', nullable: true },
} as const satisfies Shapes

export const issuerShapes = {
  ...partyShapes,
  name: { kind: 'text', nullable: true },
} as const satisfies Shapes

export type Issuer = RecordOf<typeof issuerShapes>

/** Body of `PUT invoices/issuer`. */
export const issuerInputFields = {
  ...issuerFields,
  country: { kind: 'choice', values: countryCodes, required: true },
} as const satisfies Fields

export type IssuerInput = Values<typeof issuerInputFields>

const partiesShapes = {
  issuer: { kind: 'record', of: issuerShapes },
  seller: { kind: 'record', of: { ...partyShapes, name: { kind: 'text' } } },
} as const satisfies Shapes

/** Who issues an invoice, and its seller. */
export type InvoiceParties = RecordOf<typeof partiesShapes>

/** A payout that pays some of an invoice, and how much. */
export const invoicePayoutShapes = {
  id: { kind: 'id' },
  code: { kind: 'text' },
  date: { kind: 'date' },
  amount: { kind: 'money' },
} as const satisfies Shapes

/**
 * Answer of `GET invoices/{id}`: with its parties, as they were at its payment if it is paid, else as they are now, its
 * lines and its payouts, oldest first.
 */
export const invoiceWithLinesShapes = {
  ...invoices.shapes,
  ...partiesShapes,
  lines: { kind: 'list', of: invoiceLineShapes },
  payouts: { kind: 'list', of: invoicePayoutShapes },
} as const satisfies Shapes

export type InvoicePayout = RecordOf<typeof invoicePayoutShapes>
export type InvoiceLine = RecordOf<typeof invoiceLineShapes>
export type InvoiceWithLines = RecordOf<typeof invoiceWithLinesShapes>

/** Previous and next invoice in a list, and the position of this one; null if it is not in the list. */
export const invoiceNeighbourShapes = {
  previous: { kind: 'id', nullable: true },
  next: { kind: 'id', nullable: true },
  place: { kind: 'integer', nullable: true },
  total: { kind: 'integer' },
} as const satisfies Shapes

export type InvoiceNeighbours = RecordOf<typeof invoiceNeighbourShapes>

export const dueAfterDays = 7

/** The printed number, `INV-CI-2026-00001`; counts up within a country and ISO year. */
export const invoiceCode = (country: CountryCode, week: string, sequence: number): string =>
  `INV-${countries[country].iso}-${isoYearOf(week)}-${String(sequence).padStart(5, '0')}`

/**
 * The week whose invoice bills a parcel: that of its settlement, or the current one if that invoice is paid. Null if both are
 * paid: the parcel stays due. `statusOf` is null for an invoice that does not exist yet.
 */
export const chooseWeek = (
  settledIn: string,
  present: string,
  statusOf: (week: string) => InvoiceStatus | null,
): string | null => [settledIn, present].find((week) => statusOf(week) !== 'PAID') ?? null

/** Unpaid after its due date. `now`: epoch milliseconds. */
export const isOverdue = ({ status, dueAt }: Pick<Invoice, 'status' | 'dueAt'>, now: number): boolean =>
  status === 'UN_PAID' && Date.parse(dueAt) < now
