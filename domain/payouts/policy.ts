import type { Code, FieldProblem } from '../core/codes.ts'
import type { CountryCode } from '../core/countries.ts'
import type { Invoice } from '../invoices/invoice.ts'
import { isPaidByPayouts, remainingOf } from '../invoices/totals.ts'
import { isId } from '../lib/field.ts'
import { amountDifference, exactAmount, hasValidDecimals, largestAmount, sumAmounts } from '../lib/money.ts'
import { accept, type Result, refuse } from '../lib/result.ts'
import { MAX_PAYOUT_LINES, type PayoutPart } from './payout.ts'

/** What decides how much of an invoice may be paid. */
export type PayableInvoice = Pick<
  Invoice,
  'id' | 'country' | 'owner' | 'status' | 'totalWithFees' | 'paidAmount'
>

/** Reads the lines of a body; amounts in the country's currency, negative ones too. */
export const readPayoutParts = (lines: unknown, country: CountryCode): Result<PayoutPart[]> => {
  if (lines === undefined || lines === null) return refuseAt('lines', 'REQUIRED')
  if (!Array.isArray(lines)) return refuseAt('lines', 'NOT_A_LIST')
  if (lines.length === 0) return refuseAt('lines', 'REQUIRED')
  if (lines.length > MAX_PAYOUT_LINES) return refuseAt('lines', 'TOO_MANY_ENTRIES')
  const problems: FieldProblem[] = []
  const named = new Set<string>()
  const parts = lines.map((line: unknown, at): PayoutPart => {
    const path = `lines.${at}`
    if (typeof line !== 'object' || line === null || Array.isArray(line)) {
      problems.push({ path, code: 'BAD_JSON' })
      return { invoice: '', amount: 0 }
    }
    const { invoice, amount, ...others } = line as Record<string, unknown>
    for (const name of Object.keys(others)) problems.push({ path: `${path}.${name}`, code: 'UNKNOWN_FIELD' })
    const id = isId(invoice) ? invoice.toLowerCase() : ''
    const wrongId =
      invoice === undefined ? 'REQUIRED' : id === '' ? 'NOT_AN_ID' : named.has(id) ? 'NAMED_TWICE' : null
    if (wrongId !== null) problems.push({ path: `${path}.invoice`, code: wrongId })
    named.add(id)
    const wrongAmount = whyNotAmount(amount, country)
    if (wrongAmount !== null) problems.push({ path: `${path}.amount`, code: wrongAmount })
    return { invoice: id, amount: wrongAmount === null ? exactAmount(Number(amount)) : 0 }
  })
  return problems.length > 0 ? refuse('VALIDATION_FAILED', problems.slice(0, MAX_PROBLEMS)) : accept(parts)
}

const MAX_PROBLEMS = 100

const refuseAt = (path: string, code: Code) => refuse('VALIDATION_FAILED', [{ path, code }])

const whyNotAmount = (amount: unknown, country: CountryCode): Code | null => {
  if (amount === undefined || amount === null) return 'REQUIRED'
  if (typeof amount !== 'number' || !Number.isFinite(amount)) return 'NOT_A_NUMBER'
  if (amount > largestAmount) return 'TOO_LARGE'
  if (amount < -largestAmount) return 'TOO_SMALL'
  return hasValidDecimals(amount, country) ? null : 'TOO_MANY_DECIMALS'
}

/**
 * Code why that amount cannot be paid on an invoice, or null. It has the sign of what remains and is not larger; 0 only settles
 * an invoice of which nothing remains.
 */
export const whyNotPayPart = (
  { country, owner }: Pick<PayableInvoice, 'country' | 'owner'>,
  invoice: PayableInvoice | undefined,
  amount: number,
): Code | null => {
  if (invoice === undefined || invoice.country !== country || invoice.owner !== owner)
    return 'INVOICE_NOT_FOUND'
  if (invoice.status === 'PAID') return 'ALREADY_PAID'
  const remaining = remainingOf(invoice)
  if (amount === 0) return remaining === 0 ? null : 'TOO_SMALL'
  const isWithin = remaining > 0 ? amount > 0 && amount <= remaining : amount < 0 && amount >= remaining
  return isWithin ? null : 'MORE_THAN_OWED'
}

type Account = Pick<PayableInvoice, 'country' | 'owner'>

/** The problems of a payout's lines; its total may not be below 0. */
export const partProblems = (
  account: Account,
  parts: readonly PayoutPart[],
  invoices: ReadonlyMap<string, PayableInvoice>,
): FieldProblem[] => {
  const problems = parts.flatMap(({ invoice, amount }, at): FieldProblem[] => {
    const code = whyNotPayPart(account, invoices.get(invoice), amount)
    return code === null
      ? []
      : [
          {
            path: `lines.${at}.${code === 'INVOICE_NOT_FOUND' || code === 'ALREADY_PAID' ? 'invoice' : 'amount'}`,
            code,
          },
        ]
  })
  if (problems.length > 0) return problems
  return totalOfParts(parts) < 0 ? [{ path: 'lines', code: 'PAYOUT_BELOW_ZERO' }] : []
}

export const totalOfParts = (parts: readonly Pick<PayoutPart, 'amount'>[]): number =>
  sumAmounts(parts.map(({ amount }) => amount))

/**
 * Code why a payout's part cannot be taken off an invoice, or null: what remained of it was settled by hand since, which would
 * then stand for more than was given.
 */
export const whyNotTakeOff = (
  invoice: Pick<PayableInvoice, 'status' | 'totalWithFees' | 'paidAmount'>,
): Code | null => (invoice.status === 'PAID' && !isPaidByPayouts(invoice) ? 'SETTLED_BY_HAND' : null)

/** Code why a payout cannot be of that day, or null. */
export const whyNotDay = (day: string, today: string): Code | null =>
  day.length !== 10 ? 'NOT_A_DATE' : day > today ? 'IN_THE_FUTURE' : null

/**
 * The parts that pay everything owed on invoices, oldest first. What the seller owes us is deducted, as far as the total stays
 * at 0: the rest is carried to the next payout.
 */
export const payEverything = (invoices: readonly PayableInvoice[]): PayoutPart[] => {
  const open = invoices.filter(({ status }) => status === 'UN_PAID')
  let left = sumAmounts(open.map((invoice) => Math.max(0, remainingOf(invoice))))
  return open.flatMap((invoice): PayoutPart[] => {
    const remaining = remainingOf(invoice)
    if (remaining >= 0) return [{ invoice: invoice.id, amount: remaining }]
    const deducted = Math.min(left, -remaining)
    left = amountDifference(left, deducted)
    return deducted === 0 ? [] : [{ invoice: invoice.id, amount: -deducted }]
  })
}
