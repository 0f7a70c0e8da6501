import { describe, expect, it } from 'vitest'
import type { Change, ChangeReport } from '../../domain/changes/changes.ts'
import type { Invoice } from '../../domain/invoices/invoice.ts'
import { sumAmounts } from '../../domain/lib/money.ts'
import type { OwedSeller, Payout, PayoutWithLines } from '../../domain/payouts/payout.ts'
import type { Statement } from '../../domain/payouts/statement.ts'
import { openBillingApi } from '../support/api/billing.ts'
import { expectInvalid, expectRefusal } from '../support/api/caller.ts'
import type { TestUser } from '../support/api/insert-user.ts'
import { download } from '../support/spreadsheets/download.ts'

const { api, shop, billing } = await openBillingApi()

const today = () => api.context.now().toISOString().slice(0, 10)
const daysAgo = (days: number) => new Date(api.context.now().getTime() - days * 86_400_000).toISOString()

type Part = { invoice: { id: string }; amount: number }

const bodyOf = (seller: TestUser, parts: readonly Part[], more: object = {}) => ({
  seller: seller.id,
  country: seller.country,
  method: 'CASH',
  date: today(),
  lines: parts.map(({ invoice, amount }) => ({ invoice: invoice.id, amount })),
  ...more,
})
const pay = async (seller: TestUser, parts: readonly Part[], more: object = {}) => {
  const answer = await shop.admin.post<PayoutWithLines>('/payouts', { body: bodyOf(seller, parts, more) })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return { ...answer.body, batchId: String(answer.headers['batch-id']) }
}
const remove = async (...payouts: { id: string }[]): Promise<ChangeReport> =>
  (await shop.admin.put<ChangeReport>('/payouts/delete', { body: { ids: payouts.map(({ id }) => id) } })).body
const statementOf = async (seller: TestUser, query = ''): Promise<Statement> =>
  (await shop.admin.get<Statement>(`/sellers/${seller.id}/statement?country=${seller.country}${query}`)).body

/** A seller with invoices of several weeks; one parcel of 15,000 pays 13,500, a returned one costs 500. */
const withInvoices = async (weeks: number, country: 'ic' | 'tn' = 'ic') => {
  const seller = await billing.seller(country)
  const product = await billing.product(seller, country === 'tn' ? { price: 45.501 } : {})
  for (let week = weeks; week > 0; week--) {
    if (country === 'ic' && week === 1) await billing.returned(product, { at: daysAgo(7) })
    else await billing.delivered(product, { at: daysAgo(7 * week) })
  }
  await billing.generate({ seller: seller.id })
  return { seller, product, invoices: await billing.invoicesOf(seller) }
}

/** What the seller is owed, by four ways that know it: all are the same. */
const expectBalance = async (seller: TestUser, balance: number): Promise<void> => {
  const invoices = await billing.invoicesOf(seller)
  const paid = (await shop.admin.get<{ items: Payout[] }>(`/payouts?owner=${seller.id}&limit=100`)).body.items
  const byHand = invoices
    .filter(({ status }) => status === 'PAID')
    .map(({ totalWithFees, paidAmount }) => totalWithFees - paidAmount)
  expect(sumAmounts(invoices.map(({ remaining }) => remaining))).toBe(balance)
  expect(
    sumAmounts([
      ...invoices.map(({ totalWithFees }) => totalWithFees),
      ...paid.map(({ total }) => -total),
      ...byHand.map((amount) => -amount),
    ]),
  ).toBe(balance)
  expect((await statementOf(seller)).closing).toBe(balance)
  const owed = await shop.admin.get<{ items: OwedSeller[] }>(`/payouts/owed?country=${seller.country}`)
  const unpaid = invoices.filter(({ status }) => status === 'UN_PAID')
  const mine = owed.body.items.find(({ id }) => id === seller.id)
  expect(mine?.remaining).toBe(unpaid.length === 0 ? undefined : balance)
  const caller = await api.as(seller)
  const read = `/analytics?country=${seller.country}&startDate=${today()}&endDate=${today()}`
  const { body } = await caller.get<{ seller: { owed: { total: number } } }>(read)
  expect(body.seller.owed.total).toBe(balance)
}

describe('payouts', () => {
  it('pay in parts, and the balance of the seller is invoices less payouts at each step', async () => {
    const { seller, invoices } = await withInvoices(3)
    const [first, second, owing] = invoices as [Invoice, Invoice, Invoice]
    expect(invoices.map(({ remaining }) => remaining)).toEqual([13_500, 13_500, -500])
    await expectBalance(seller, 26_500)
    const part = await pay(seller, [{ invoice: first, amount: 3_500 }], { reference: 'OM 4411' })
    expect(part).toMatchObject({
      code: expect.stringMatching(/^PAY-CI-\d{4}-\d{5}$/),
      owner: seller.id,
      ownerName: seller.name,
      total: 3_500,
      invoices: 1,
      method: 'CASH',
      reference: 'OM 4411',
      date: today(),
      lines: [{ invoice: first.id, code: first.code, week: first.week, amount: 3_500 }],
    })
    expect(await billing.read(first)).toMatchObject({
      status: 'UN_PAID',
      paidAmount: 3_500,
      remaining: 10_000,
      payouts: [{ id: part.id, code: part.code, date: today(), amount: 3_500 }],
    })
    await expectBalance(seller, 23_000)
    const rest = await pay(seller, [
      { invoice: first, amount: 10_000 },
      { invoice: owing, amount: -500 },
    ])
    expect(rest.total).toBe(9_500)
    expect(await billing.read(first)).toMatchObject({ status: 'PAID', remaining: 0, paidAmount: 13_500 })
    expect((await billing.read(first)).paidAt).not.toBeNull()
    expect(await billing.read(owing)).toMatchObject({ status: 'PAID', remaining: 0, paidAmount: -500 })
    await expectBalance(seller, 13_500)
    expect(await remove(part)).toMatchObject({ counts: { changed: 1, refused: 0 } })
    expect(await billing.read(first)).toMatchObject({ status: 'UN_PAID', paidAt: null, remaining: 3_500 })
    await expectBalance(seller, 17_000)
    await shop.undo(rest.batchId)
    expect(await billing.read(owing)).toMatchObject({ status: 'UN_PAID', remaining: -500 })
    await expectBalance(seller, 26_500)
    await pay(seller, [
      { invoice: first, amount: 13_500 },
      { invoice: second, amount: 13_500 },
      { invoice: owing, amount: -500 },
    ])
    await expectBalance(seller, 0)
  })

  it('are undone and redone, with the history of their invoices', async () => {
    const { seller, invoices } = await withInvoices(2)
    const [invoice] = invoices as [Invoice]
    const payout = await pay(seller, [{ invoice, amount: 13_500 }])
    const undone = await shop.undo(payout.batchId)
    expect(undone.counts).toMatchObject({ changed: 1, refused: 0 })
    expect(await billing.read(invoice)).toMatchObject({ status: 'UN_PAID', paidAmount: 0 })
    await expectRefusal(shop.admin.get(`/payouts/${payout.id}`), 404, 'NOT_FOUND')
    await shop.undo(undone.batchId)
    expect(await billing.read(invoice)).toMatchObject({ status: 'PAID', paidAmount: 13_500 })
    const { body: history } = await shop.admin.get<{ items: Change[] }>(`/invoices/${invoice.id}/history`)
    expect(history.items.map(({ verb, after }) => [verb, after?.status, after?.paidAmount])).toEqual([
      ['payout.create', 'PAID', 13_500],
      ['payout.create', 'UN_PAID', 0],
      ['payout.create', 'PAID', 13_500],
      ['invoice.generate', expect.anything(), expect.anything()],
    ])
    await expectBalance(seller, -500)
  })

  it('are restored only while their invoices still owe that much', async () => {
    const { seller, invoices } = await withInvoices(2)
    const [invoice] = invoices as [Invoice]
    const payout = await pay(seller, [{ invoice, amount: 13_500 }])
    const deleted = await remove(payout)
    await pay(seller, [{ invoice, amount: 1 }])
    expect(await shop.undo(deleted.batchId)).toMatchObject({
      refused: [{ id: payout.id, code: 'MORE_THAN_OWED' }],
    })
    await expectBalance(seller, 12_999)
  })

  it('correct method, reference and day, never amounts', async () => {
    const { seller, invoices } = await withInvoices(2)
    const payout = await pay(seller, [{ invoice: invoices[0]!, amount: 10 }])
    const put = (change: object) => shop.admin.put<Payout>(`/payouts/${payout.id}`, { body: change })
    const earlier = daysAgo(3).slice(0, 10)
    expect((await put({ method: 'BANK', reference: 'V12', date: earlier })).body).toMatchObject({
      method: 'BANK',
      reference: 'V12',
      date: earlier,
      total: 10,
    })
    await expectInvalid(put({ total: 5 }), 'total', 'READ_ONLY')
    await expectRefusal(put({ date: '2999-01-01' }), 400, 'IN_THE_FUTURE')
    await expectBalance(seller, 12_990)
  })

  it('refuse what is not owed, with the line', async () => {
    const { seller, invoices } = await withInvoices(2)
    const other = await withInvoices(1, 'tn')
    const [invoice, owing] = invoices as [Invoice, Invoice]
    const send = (parts: readonly Part[], more: object = {}) =>
      shop.admin.post('/payouts', { body: bodyOf(seller, parts, more) })
    const at = (path: string, code: string) => ({ errors: [{ path, code }] })
    await expectRefusal(
      send([{ invoice, amount: 13_501 }]),
      409,
      'MORE_THAN_OWED',
      at('lines.0.amount', 'MORE_THAN_OWED'),
    )
    await expectRefusal(send([{ invoice: owing, amount: -500 }]), 400, 'PAYOUT_BELOW_ZERO')
    await expectRefusal(
      send([{ invoice: other.invoices[0]!, amount: 1 }]),
      400,
      'INVOICE_NOT_FOUND',
      at('lines.0.invoice', 'INVOICE_NOT_FOUND'),
    )
    await expectRefusal(send([{ invoice, amount: 1 }], { date: '2999-01-01' }), 400, 'IN_THE_FUTURE')
    await expectInvalid(send([{ invoice, amount: 0.5 }]), 'lines.0.amount', 'TOO_MANY_DECIMALS')
    await expectInvalid(send([], {}), 'lines', 'REQUIRED')
    await expectInvalid(send([{ invoice, amount: 1 }], { method: 'PIGEON' }), 'method', 'NOT_A_CHOICE')
    await expectInvalid(send([{ invoice, amount: 1 }], { seller: 'x' }), 'seller', 'NOT_AN_ID')
    const tunisian = await pay(other.seller, [{ invoice: other.invoices[0]!, amount: 10.125 }])
    expect(tunisian.total).toBe(10.125)
    await expectBalance(other.seller, sumAmounts([other.invoices[0]!.totalWithFees, -10.125]))
  })

  it('never overpay when two are recorded at once', async () => {
    const { seller, invoices } = await withInvoices(2)
    const [invoice, owing] = invoices as [Invoice, Invoice]
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        shop.admin.post('/payouts', {
          body: bodyOf(
            seller,
            at % 2 === 0
              ? [{ invoice, amount: 9_000 }]
              : [
                  { invoice, amount: 9_000 },
                  { invoice: owing, amount: -500 },
                ],
          ),
        }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409, 409, 409])
    expect(await billing.read(invoice)).toMatchObject({ paidAmount: 9_000, remaining: 4_500 })
  })

  it('take the same call once', async () => {
    const { seller, invoices } = await withInvoices(2)
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const sent = { body: bodyOf(seller, [{ invoice: invoices[0]!, amount: 100 }]), headers }
    const one = await shop.admin.post<Payout>('/payouts', sent)
    expect((await shop.admin.post<Payout>('/payouts', sent)).body.id).toBe(one.body.id)
    await expectBalance(seller, 12_900)
  })
})

describe('invoices paid by hand', () => {
  it('owe nothing, are no longer paid by payouts, and keep what payouts paid of them', async () => {
    const { seller, invoices } = await withInvoices(2)
    const [invoice] = invoices as [Invoice]
    const part = await pay(seller, [{ invoice, amount: 3_500 }])
    const move = (status: string) =>
      shop.admin.put<Invoice>(`/invoices/status/${invoice.id}`, { body: { status } })
    expect((await move('PAID')).body).toMatchObject({ status: 'PAID', paidAmount: 3_500, remaining: 0 })
    await expectBalance(seller, -500)
    const { lines } = await statementOf(seller)
    expect(lines.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['invoice', 13_500],
      ['invoice', -500],
      ['settlement', -10_000],
      ['payout', -3_500],
    ])
    await expectRefusal(
      shop.admin.post('/payouts', { body: bodyOf(seller, [{ invoice, amount: 1 }]) }),
      409,
      'ALREADY_PAID',
    )
    expect(await remove(part)).toMatchObject({ refused: [{ id: part.id, code: 'SETTLED_BY_HAND' }] })
    expect((await move('UN_PAID')).body).toMatchObject({ remaining: 10_000 })
    await expectBalance(seller, 9_500)
  })

  it('are told from those that payouts paid, which only their payouts open again', async () => {
    const { seller, invoices } = await withInvoices(2)
    const [invoice] = invoices as [Invoice]
    const billed = await shop.admin.get<{ items: Change[] }>(`/invoices/${invoice.id}/history`)
    const payout = await pay(seller, [{ invoice, amount: 13_500 }])
    await expectRefusal(
      shop.admin.put(`/invoices/status/${invoice.id}`, { body: { status: 'UN_PAID' } }),
      409,
      'PAID_BY_PAYOUT',
    )
    const { batchId } = billed.body.items.at(-1)!
    expect((await shop.undo(batchId)).counts.changed).toBe(1)
    expect(await billing.read(invoice)).toMatchObject({ status: 'PAID' })
    await remove(payout)
    expect(await billing.read(invoice)).toMatchObject({ status: 'UN_PAID', remaining: 13_500 })
  })

  it('keep fees that come later open, also below what was paid', async () => {
    const { seller, invoices } = await withInvoices(2)
    const [invoice, owing] = invoices as [Invoice, Invoice]
    await pay(seller, [{ invoice, amount: 13_000 }])
    await shop.admin.put(`/invoices/${invoice.id}`, { body: { otherFees: 1_000 } })
    expect(await billing.read(invoice)).toMatchObject({ totalWithFees: 12_500, remaining: -500 })
    await expectBalance(seller, -1_000)
    expect(
      (await shop.admin.get<{ total: number }>(`/invoices?owner=${seller.id}&remaining=..-0.001`)).body.total,
    ).toBe(2)
    expect(owing.remaining).toBe(-500)
  })
})

describe('a statement', () => {
  it('closes with what the next period opens with, and is read by its seller', async () => {
    const { seller, invoices } = await withInvoices(2)
    const date = daysAgo(20).slice(0, 10)
    await pay(seller, [{ invoice: invoices[0]!, amount: 500 }], { date, method: 'BANK', reference: 'V7' })
    const before = await statementOf(seller, `&to=${date}`)
    expect(before).toMatchObject({ from: null, to: date, opening: 0, closing: -500, paid: 500 })
    expect(before.lines).toMatchObject([{ kind: 'payout', method: 'BANK', reference: 'V7', balance: -500 }])
    const next = new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10)
    const after = await statementOf(seller, `&from=${next}`)
    expect(after).toMatchObject({ opening: -500, closing: 12_500, sellerName: seller.name })
    const own = await api.as(seller)
    expect((await own.get<Statement>(`/sellers/${seller.id}/statement`)).body.closing).toBe(12_500)
    const other = await api.as(await billing.seller())
    await expectRefusal(other.get(`/sellers/${seller.id}/statement`), 404, 'NOT_FOUND')
    await expectRefusal(own.get('/payouts/owed'), 403, 'FORBIDDEN')
    expect((await own.get<{ total: number }>('/payouts')).body.total).toBe(1)
    expect((await other.get<{ total: number }>('/payouts')).body.total).toBe(0)
  })

  it('is a spreadsheet in the language of the caller', async () => {
    const { seller, invoices } = await withInvoices(2)
    await pay(seller, [{ invoice: invoices[0]!, amount: 500 }], { reference: '0701' })
    const { token } = await api.as(seller)
    const path = `/sellers/${seller.id}/statement/file`
    const asked = { method: 'GET', headers: { 'accept-language': 'en' } } as const
    const { status, name, header, rows } = await download(api.app, token, path, asked)
    expect([status, name]).toEqual([200, seller.name.slice(0, 31)])
    expect(header).toEqual(['Day', 'Entry', 'Code', 'Method', 'Reference', 'Amount', 'Balance', 'XOF'])
    expect(rows.map(({ Entry, Amount, Balance }) => [Entry, Amount, Balance])).toEqual([
      ['Opening balance', null, 0],
      ['Invoice', 13_500, 13_500],
      ['Invoice', -500, 13_000],
      ['Payout', -500, 12_500],
      ['Closing balance', null, 12_500],
    ])
    expect(rows[3]).toMatchObject({ Method: 'Cash', Reference: '0701' })
  })

  it('refuses what is no period', async () => {
    const seller = await billing.seller()
    const get = (query: string) => shop.admin.get(`/sellers/${seller.id}/statement?${query}`)
    await expectInvalid(get('from=2026-11-02&to=2026-11-01'), 'to', 'DATE_RANGE_INVALID')
    await expectInvalid(get('from=yesterday'), 'from', 'NOT_A_DATE')
    await expectInvalid(get('to=2026-11-01T10:00:00Z'), 'to', 'NOT_A_DATE')
    await expectRefusal(shop.admin.get(`/sellers/${crypto.randomUUID()}/statement`), 404, 'NOT_FOUND')
  })
})
