import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CountryCode } from '../../../domain/core/countries.ts'
import { remainingOf } from '../../../domain/invoices/totals.ts'
import { sumAmounts } from '../../../domain/lib/money.ts'
import { payoutCode } from '../../../domain/payouts/payout.ts'
import {
  type PayableInvoice,
  partProblems,
  payEverything,
  readPayoutParts,
  totalOfParts,
  whyNotDay,
  whyNotPayPart,
  whyNotTakeOff,
} from '../../../domain/payouts/policy.ts'
import { makeStatement, type StatementEntry } from '../../../domain/payouts/statement.ts'

const account = { country: 'ic', owner: 'mariam' } as const
const idOf = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`
const invoice = (at: number, totalWithFees: number, more: Partial<PayableInvoice> = {}): PayableInvoice => ({
  ...account,
  id: idOf(at),
  status: 'UN_PAID',
  totalWithFees,
  paidAmount: 0,
  ...more,
})
const known = (...invoices: PayableInvoice[]) => new Map(invoices.map((one) => [one.id, one]))

describe('what a payout pays', () => {
  it.each([
    ['a part', 1_000, 0, 400, null],
    ['all of it', 1_000, 0, 1_000, null],
    ['the rest', 1_000, 600, 400, null],
    ['more than the rest', 1_000, 600, 401, 'MORE_THAN_OWED'],
    ['a deduction where we owe', 1_000, 0, -1, 'MORE_THAN_OWED'],
    ['a deduction where the seller owes', -300, 0, -200, null],
    ['a deduction beyond that', -300, -200, -101, 'MORE_THAN_OWED'],
    ['money where the seller owes', -300, 0, 100, 'MORE_THAN_OWED'],
    ['nothing of something', 1_000, 0, 0, 'TOO_SMALL'],
    ['nothing of nothing', 0, 0, 0, null],
    ['what was paid too much before more fees', 500, 600, -100, null],
  ] as const)('may be %s', (_, total, paidAmount, amount, code) => {
    expect(whyNotPayPart(account, invoice(1, total, { paidAmount }), amount)).toBe(code)
  })

  it('is of invoices of its seller and country that are not paid', () => {
    expect(whyNotPayPart(account, undefined, 1)).toBe('INVOICE_NOT_FOUND')
    expect(whyNotPayPart({ ...account, country: 'sn' }, invoice(1, 5), 1)).toBe('INVOICE_NOT_FOUND')
    expect(whyNotPayPart({ ...account, owner: 'awa' }, invoice(1, 5), 1)).toBe('INVOICE_NOT_FOUND')
    expect(whyNotPayPart(account, invoice(1, 5, { status: 'PAID' }), 1)).toBe('ALREADY_PAID')
  })

  it('names the line of each problem, and is never below 0 together', () => {
    const invoices = known(invoice(1, 1_000), invoice(2, -1_500))
    expect(partProblems(account, [{ invoice: idOf(1), amount: 1_001 }], invoices)).toEqual([
      { path: 'lines.0.amount', code: 'MORE_THAN_OWED' },
    ])
    expect(partProblems(account, [{ invoice: idOf(9), amount: 1 }], invoices)).toEqual([
      { path: 'lines.0.invoice', code: 'INVOICE_NOT_FOUND' },
    ])
    const both = (deducted: number) =>
      partProblems(
        account,
        [
          { invoice: idOf(1), amount: 1_000 },
          { invoice: idOf(2), amount: -deducted },
        ],
        invoices,
      )
    expect(both(1_000)).toEqual([])
    expect(both(1_001)).toEqual([{ path: 'lines', code: 'PAYOUT_BELOW_ZERO' }])
  })

  it('is read with the digits of the currency, each invoice once', () => {
    const of = (country: CountryCode, ...amounts: unknown[]) =>
      readPayoutParts(
        amounts.map((amount, at) => ({ invoice: idOf(at), amount })),
        country,
      )
    expect(of('ic', 12.5)).toMatchObject({ errors: [{ path: 'lines.0.amount', code: 'TOO_MANY_DECIMALS' }] })
    expect(of('fr', 12.55)).toMatchObject({ ok: true, value: [{ amount: 12.55 }] })
    expect(of('tn', -12.555)).toMatchObject({ ok: true, value: [{ amount: -12.555 }] })
    expect(of('tn', 12.5555)).toMatchObject({ errors: [{ code: 'TOO_MANY_DECIMALS' }] })
    expect(of('fr', '12', null, 1e15, Number.NaN)).toMatchObject({
      errors: [
        { path: 'lines.0.amount', code: 'NOT_A_NUMBER' },
        { path: 'lines.1.amount', code: 'REQUIRED' },
        { path: 'lines.2.amount', code: 'TOO_LARGE' },
        { path: 'lines.3.amount', code: 'NOT_A_NUMBER' },
      ],
    })
    const twice = [1, 2].map((amount) => ({ invoice: idOf(1), amount }))
    expect(readPayoutParts(twice, 'ic')).toMatchObject({
      errors: [{ path: 'lines.1.invoice', code: 'NAMED_TWICE' }],
    })
    for (const [lines, code] of [
      [undefined, 'REQUIRED'],
      [[], 'REQUIRED'],
      ['x', 'NOT_A_LIST'],
      [Array(501).fill({ invoice: idOf(1), amount: 1 }), 'TOO_MANY_ENTRIES'],
    ] as const)
      expect(readPayoutParts(lines, 'ic')).toMatchObject({ errors: [{ path: 'lines', code }] })
    expect(readPayoutParts([7, { invoice: 'x', amount: 1, more: 2 }], 'ic')).toMatchObject({
      errors: [
        { path: 'lines.0', code: 'BAD_JSON' },
        { path: 'lines.1.more', code: 'UNKNOWN_FIELD' },
        { path: 'lines.1.invoice', code: 'NOT_AN_ID' },
      ],
    })
  })

  it('is taken back unless what it left was settled by hand', () => {
    expect(whyNotTakeOff(invoice(1, 1_000, { paidAmount: 600 }))).toBeNull()
    expect(whyNotTakeOff(invoice(1, 1_000, { paidAmount: 1_000, status: 'PAID' }))).toBeNull()
    expect(whyNotTakeOff(invoice(1, 1_000, { paidAmount: 600, status: 'PAID' }))).toBe('SETTLED_BY_HAND')
  })

  it('is of a day that has come', () => {
    expect(whyNotDay('2026-11-27', '2026-11-27')).toBeNull()
    expect(whyNotDay('2026-11-28', '2026-11-27')).toBe('IN_THE_FUTURE')
    expect(whyNotDay('2026-11-27T10:00:00Z', '2026-11-27')).toBe('NOT_A_DATE')
    expect(payoutCode('ic', 2026, 7)).toBe('PAY-CI-2026-00007')
  })
})

describe('paying everything owed', () => {
  it('deducts what the seller owes, as far as the total stays at 0', () => {
    expect(payEverything([invoice(1, 1_000), invoice(2, -300), invoice(3, 50, { status: 'PAID' })])).toEqual([
      { invoice: idOf(1), amount: 1_000 },
      { invoice: idOf(2), amount: -300 },
    ])
    expect(payEverything([invoice(1, -300), invoice(2, 100), invoice(3, -5)])).toEqual([
      { invoice: idOf(1), amount: -100 },
      { invoice: idOf(2), amount: 100 },
    ])
    expect(payEverything([invoice(1, -300)])).toEqual([])
  })

  it('is always accepted', () => {
    const amounts = fc.array(
      fc.record({ total: fc.integer({ min: -5_000, max: 5_000 }), paid: fc.nat(3_000) }),
    )
    fc.assert(
      fc.property(amounts, (some) => {
        const invoices = some.map(({ total, paid }, at) =>
          invoice(at, total / 1_000, { country: 'tn', paidAmount: paid / 1_000 }),
        )
        const parts = payEverything(invoices)
        expect(partProblems({ ...account, country: 'tn' }, parts, known(...invoices))).toEqual([])
        const owed = sumAmounts(invoices.map(remainingOf))
        expect(totalOfParts(parts)).toBe(Math.max(0, owed))
      }),
    )
  })
})

describe('a statement', () => {
  const entry = (date: string, amount: number, more: Partial<StatementEntry> = {}): StatementEntry => ({
    kind: amount < 0 ? 'payout' : 'invoice',
    id: idOf(1),
    code: `${date} ${amount}`,
    date,
    method: null,
    reference: null,
    amount,
    ...more,
  })

  it('begins with what was owed before, and has the balance after each line', () => {
    const entries = [
      entry('2026-11-20', -600),
      entry('2026-11-03', 1_000),
      entry('2026-10-31', 250),
      entry('2026-11-20', 100),
      entry('2026-12-01', 9),
    ]
    const statement = makeStatement(entries, { from: '2026-11-01', to: '2026-11-30' })
    expect(statement).toMatchObject({ opening: 250, invoiced: 1_100, paid: 600, closing: 750 })
    expect(statement.lines.map(({ date, amount, balance }) => [date, amount, balance])).toEqual([
      ['2026-11-03', 1_000, 1_250],
      ['2026-11-20', 100, 1_350],
      ['2026-11-20', -600, 750],
    ])
    expect(makeStatement([], { from: null, to: '2026-11-30' })).toEqual({
      opening: 0,
      lines: [],
      invoiced: 0,
      paid: 0,
      closing: 0,
    })
  })

  it('closes with what the next period opens with, wherever the periods are cut', () => {
    const days = fc.integer({ min: 1, max: 28 }).map((day) => `2026-11-${String(day).padStart(2, '0')}`)
    const entries = fc.array(fc.tuple(days, fc.integer({ min: -10_000_000, max: 10_000_000 })))
    fc.assert(
      fc.property(entries, fc.integer({ min: 2, max: 28 }), (some, cut) => {
        const all = some.map(([date, thousandths]) => entry(date, thousandths / 1_000))
        const day = (at: number) => `2026-11-${String(at).padStart(2, '0')}`
        const first = makeStatement(all, { from: null, to: day(cut - 1) })
        const second = makeStatement(all, { from: day(cut), to: '2026-11-30' })
        const whole = makeStatement(all, { from: null, to: '2026-11-30' })
        expect(second.opening).toBe(first.closing)
        expect(second.closing).toBe(whole.closing)
        expect([...first.lines, ...second.lines].map(({ balance }) => balance)).toEqual(
          whole.lines.map(({ balance }) => balance),
        )
        expect(whole.closing).toBe(sumAmounts(all.map(({ amount }) => amount)))
      }),
    )
  })
})
