import { describe, expect, it } from 'vitest'
import type { Change, ChangeReport } from '../../domain/changes/changes.ts'
import type { Invoice } from '../../domain/invoices/invoice.ts'
import { openBillingApi } from '../support/api/billing.ts'
import { expectRefusal, missing } from '../support/api/caller.ts'

const { shop, billing } = await openBillingApi()

type Listed<Item> = { items: Item[]; total: number }

describe('an invoice’s status', () => {
  it('changes in both directions without a body, or to the given status', async () => {
    const { id } = await billing.invoice()
    const set = (body?: Record<string, unknown>, version?: number) =>
      shop.admin.put<Invoice>(`/invoices/status/${id}`, {
        ...(body === undefined ? {} : { body }),
        ...(version === undefined ? {} : { version }),
      })
    const paid = await set()
    expect(paid).toMatchObject({ status: 200, body: { status: 'PAID', version: 2 } })
    expect(Date.parse(paid.body.paidAt!)).toBe(Date.parse(paid.body.updatedAt))
    await expectRefusal(set({ status: 'PAID' }), 409, 'ALREADY_THERE')
    expect(await set({ status: 'LATE' })).toMatchObject({ status: 400 })
    expect(await set({}, 1)).toMatchObject({ status: 412, body: { current: { status: 'PAID' } } })
    expect(await set({})).toMatchObject({ body: { status: 'UN_PAID', paidAt: null, version: 3 } })
    expect(await set({ status: 'PAID' }, 3)).toMatchObject({ body: { status: 'PAID', version: 4 } })
    expect(await shop.admin.put(`/invoices/status/${missing}`)).toMatchObject({ status: 404 })
  })

  it('is set for many, each on its own, as the dry run said it would', async () => {
    const [one, other, paid] = [await billing.invoice(), await billing.invoice(), await billing.invoice()]
    await shop.admin.put(`/invoices/status/${paid.id}`)
    const ids = [one.id, other.id, paid.id, missing]
    const bulk = async (body: Record<string, unknown>) =>
      (await shop.admin.put<ChangeReport>('/invoices/status', { body })).body
    const counts = { changed: 2, refused: 2, refusedBy: { ALREADY_THERE: 1, NOT_FOUND: 1 } }
    expect(await bulk({ ids, status: 'PAID', dryRun: true })).toMatchObject({ batchId: null, counts })
    expect((await billing.read(one)).status).toBe('UN_PAID')
    expect(await bulk({ ids, status: 'PAID' })).toMatchObject({ counts })
    const where = { ids: `${one.id},${paid.id}`, status: 'PAID' }
    const back = await bulk({ where, except: [paid.id] })
    expect(back.changed).toEqual([{ id: one.id, number: one.number, version: 3 }])
    expect((await billing.read(one)).status).toBe('UN_PAID')
  })
})

describe('an undo', () => {
  it('takes a payment, its end and an edit back, with the instant that it was paid at', async () => {
    const invoice = await billing.invoice()
    const last = async () =>
      (await shop.admin.get<Listed<Change>>(`/invoices/${invoice.id}/history`)).body.items[0]!.batchId
    await shop.admin.put(`/invoices/${invoice.id}`, { body: { otherFees: 500 } })
    await shop.undo(await last())
    expect(await billing.read(invoice)).toMatchObject({ otherFees: 0, totalWithFees: 13_500 })
    const paid = await shop.admin.put<Invoice>(`/invoices/status/${invoice.id}`)
    const payment = await last()
    await shop.undo(payment)
    expect(await billing.read(invoice)).toMatchObject({ status: 'UN_PAID', paidAt: null })
    await shop.undo(await last())
    await shop.admin.put(`/invoices/status/${invoice.id}`)
    await shop.undo(await last())
    const { paidAt } = paid.body
    expect(await billing.read(invoice)).toMatchObject({ status: 'PAID', paidAt, version: 8 })
    await expectRefusal(shop.admin.post(`/changes/${payment}/undo`), 409, 'ALREADY_UNDONE')
  })

  it('undoes a billing completely: its parcels are due again, its code is not reused', async () => {
    const seller = await billing.seller()
    const parcel = await billing.delivered(await billing.product(seller))
    const { batchId, changed } = await billing.generate({ seller: seller.id })
    const [first] = await billing.invoicesOf(seller)
    expect(await shop.undo(batchId)).toMatchObject({ changed: [{ id: first!.id, version: 2 }], refused: [] })
    expect(await shop.admin.get(`/invoices/${changed[0]!.id}`)).toMatchObject({ status: 404 })
    expect(await shop.readShipping(parcel)).toMatchObject({ isBilled: false })
    const found = await shop.admin.get<Listed<Invoice>>(`/invoices?keyword=${first!.code}`)
    expect(found.body.total).toBe(0)
    await billing.generate({ seller: seller.id })
    const [second] = await billing.invoicesOf(seller)
    expect(second).toMatchObject({ week: first!.week, totalShipments: 1, version: 1 })
    expect(Number(second!.code.slice(-5))).toBe(Number(first!.code.slice(-5)) + 1)
  })

  it('takes off only what its billing had put on, and has no redo', async () => {
    const seller = await billing.seller()
    const invoice = await billing.invoice(seller)
    const late = await billing.returned(await billing.product(seller))
    const { batchId } = await billing.generate({ seller: seller.id })
    expect(await billing.read(invoice)).toMatchObject({
      version: 2,
      totalShipments: 2,
      totalWithFees: 13_000,
    })
    const undone = await shop.undo(batchId)
    const { lines, ...left } = await billing.read(invoice)
    expect(left).toMatchObject({ version: 3, totalShipments: 1, totalWithFees: 13_500 })
    expect(lines).toHaveLength(1)
    expect(await shop.readShipping(late)).toMatchObject({ isBilled: false })
    expect((await shop.undo(undone.batchId)).refused).toMatchObject([{ code: 'NOT_UNDOABLE' }])
    expect((await billing.generate({ seller: seller.id })).changed).toMatchObject([{ version: 4 }])
  })

  it('leaves a billing that was paid or edited since', async () => {
    for (const path of ['/invoices/status/', '/invoices/'] as const) {
      const seller = await billing.seller()
      await billing.delivered(await billing.product(seller))
      const { batchId, changed } = await billing.generate({ seller: seller.id })
      const body = path === '/invoices/' ? { notes: 'seen' } : {}
      await shop.admin.put(`${path}${changed[0]!.id}`, { body })
      expect((await shop.undo(batchId)).refused).toMatchObject([{ id: changed[0]!.id, code: 'MOVED_ON' }])
      expect((await billing.invoicesOf(seller))[0]).toMatchObject({ totalShipments: 1 })
    }
  })

  it('is what lets a billed parcel go out again', async () => {
    const seller = await billing.seller()
    const parcel = await billing.delivered(await billing.product(seller))
    const { batchId } = await billing.generate({ seller: seller.id })
    const reopen = () =>
      shop.admin.put(`/shippings/status/${parcel.id}`, { body: { status: 'OUT_FOR_DELIVERY' } })
    await expectRefusal(reopen(), 409, 'ALREADY_INVOICED')
    await shop.undo(batchId)
    expect(await reopen()).toMatchObject({ status: 200 })
    expect((await billing.generate({ seller: seller.id })).changed).toEqual([])
  })
})
