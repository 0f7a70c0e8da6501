import { countryCodes } from '../core/countries.ts'
import type { Fields } from '../lib/field.ts'
import { sumAmounts } from '../lib/money.ts'
import { type RecordOf, recordShapes, type Shapes } from '../lib/shape.ts'
import { payoutMethods } from './payout.ts'

/** Query of `GET sellers/{id}/statement`: days of the country, both inclusive. Default country: the caller's. */
export const statementFields = {
  country: { kind: 'choice', values: countryCodes },
  from: { kind: 'date' },
  to: { kind: 'date' },
} as const satisfies Fields

/**
 * What a line of a statement is. `settlement`: an invoice was marked paid by hand, which settles what payouts had left of it.
 */
export const statementKinds = ['invoice', 'settlement', 'payout'] as const

const entryShapes = {
  kind: { kind: 'choice', values: statementKinds },
  /** Of the invoice or payout. */
  id: recordShapes.id,
  code: { kind: 'text' },
  date: { kind: 'date' },
  method: { kind: 'choice', values: payoutMethods, nullable: true },
  reference: { kind: 'text', nullable: true },
  /** What it adds to what we owe the seller: payouts are negative. */
  amount: { kind: 'money' },
} as const satisfies Shapes

export type StatementEntry = RecordOf<typeof entryShapes>

export const statementShapes = {
  country: recordShapes.country,
  seller: recordShapes.id,
  sellerName: { kind: 'text' },
  from: { kind: 'date', nullable: true },
  to: { kind: 'date' },
  opening: { kind: 'money' },
  lines: { kind: 'list', of: { ...entryShapes, balance: { kind: 'money' } } },
  /** Sums of the lines: of invoices, and of what was paid for them. */
  invoiced: { kind: 'money' },
  paid: { kind: 'money' },
  closing: { kind: 'money' },
} as const satisfies Shapes

export type Statement = RecordOf<typeof statementShapes>
export type StatementLine = Statement['lines'][number]

type Period = Pick<Statement, 'from' | 'to'>

/**
 * A seller's account in a period: what was owed before, the entries in order with the balance after each, and what is owed at
 * the end. Positive: we owe the seller. The closing balance of a period is the opening one of the next.
 */
export const makeStatement = (
  entries: readonly StatementEntry[],
  { from, to }: Period,
): Pick<Statement, 'opening' | 'lines' | 'invoiced' | 'paid' | 'closing'> => {
  const isBefore = ({ date }: StatementEntry) => from !== null && date < from
  const opening = sumAmounts(entries.filter(isBefore).map(({ amount }) => amount))
  const inPeriod = entries
    .filter((entry) => !isBefore(entry) && entry.date <= to)
    .toSorted((one, other) => compareEntries(one, other))
  let balance = opening
  const lines = inPeriod.map((entry) => {
    balance = sumAmounts([balance, entry.amount])
    return { ...entry, balance }
  })
  const sumOf = (isInvoice: boolean) =>
    sumAmounts(inPeriod.filter(({ kind }) => (kind === 'invoice') === isInvoice).map(({ amount }) => amount))
  return { opening, lines, invoiced: sumOf(true), paid: -sumOf(false) || 0, closing: balance }
}

/** By day; an invoice comes before what pays it. */
const compareEntries = (one: StatementEntry, other: StatementEntry): number =>
  compare(one.date, other.date) ||
  statementKinds.indexOf(one.kind) - statementKinds.indexOf(other.kind) ||
  compare(one.code, other.code) ||
  compare(one.id, other.id)

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
