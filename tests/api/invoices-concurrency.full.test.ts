import { describe, expect, it } from 'vitest'
import type { ChangeReport } from '../../domain/changes/changes.ts'
import type { Job } from '../../domain/jobs/job.ts'
import type { Product } from '../../domain/products/product.ts'
import { openBillingApi } from '../support/api/billing.ts'
import { lockOrderRow } from '../support/api/held-row.ts'
import { expectSoundInvoices } from '../support/api/sound-invoices.ts'

const { api, shop, billing } = await openBillingApi()

const inWaves = async <Item>(
  items: readonly Item[],
  size: number,
  work: (item: Item) => Promise<unknown>,
) => {
  for (let at = 0; at < items.length; at += size) await Promise.all(items.slice(at, at + size).map(work))
}

describe('billings at the same time', () => {
  it('bill every parcel once while parcels are delivered, returned, reopened and undone', {
    tags: 'full',
  }, async () => {
    const sellers = await Promise.all([1, 2, 3].map(() => billing.seller()))
    const products = await Promise.all(sellers.map((seller) => billing.product(seller)))
    const parcels = []
    for (let count = 0; count < 18; count++) {
      parcels.push(await shop.ship(await shop.order(products[count % 3]!, { quantity: 1 + (count % 4) })))
    }
    const answers: { status: number }[] = []
    const batches: string[] = []
    const settle = async (parcel: { id: string }, index: number): Promise<void> => {
      const put = (status: string) =>
        shop.admin.put(`/shippings/status/${parcel.id}`, { body: { status } }).then((answer) => {
          answers.push(answer)
          return answer
        })
      if (index % 5 === 0) {
        await put('REFUSED')
        await put('RETURNED')
        return
      }
      await put('DELIVERED')
      if (index % 3 !== 0) return
      if ((await put('OUT_FOR_DELIVERY')).status === 200) await put('DELIVERED')
    }
    let isDelivering = true
    const bill = async (index: number): Promise<void> => {
      while (isDelivering) {
        const seller = index === 0 ? {} : { body: { seller: sellers[index % 3]!.id } }
        const { status, body } = await shop.admin.post<ChangeReport>('/invoices/generate', seller)
        expect(status).toBe(200)
        if (body.batchId !== null) batches.push(body.batchId)
      }
    }
    const undo = async (): Promise<void> => {
      while (isDelivering) {
        const batchId = batches.shift()
        if (batchId === undefined) await shop.admin.get('/invoices')
        else answers.push(await shop.admin.post(`/changes/${batchId}/undo`))
      }
    }
    const billers = [0, 1, 2, 3, 4].map(bill)
    const undoer = undo()
    await inWaves([...parcels.entries()], 3, ([index, parcel]) => settle(parcel, index))
    isDelivering = false
    await Promise.all([...billers, undoer])
    const statuses = new Set(answers.map(({ status }) => status))
    expect([...statuses].filter((status) => ![200, 409].includes(status))).toEqual([])
    await billing.generate()
    await expectSoundInvoices(api)
    const { rows } = await api.context.pool.query('select count(*)::int as count from invoice_lines')
    expect(rows).toEqual([{ count: 18 }])
    const stuck = await api.context.pool.query(
      'select deadlocks::int from pg_stat_database where datname = current_database()',
    )
    expect(stuck.rows).toEqual([{ deadlocks: 0 }])
  })

  it('leaves a parcel that goes out again while it waits for it', async () => {
    const seller = await billing.seller()
    const parcel = await billing.delivered(await billing.product(seller))
    const order = await lockOrderRow(api, parcel.order)
    const report = billing.generate({ seller: seller.id })
    await order.reached()
    await api.context.pool.query(
      `update shippings set status = 'OUT_FOR_DELIVERY', collected = null, settled_at = null where id = $1`,
      [parcel.id],
    )
    await order.release()
    expect((await report).counts.changed).toBe(0)
    expect(await shop.readShipping(parcel)).toMatchObject({ isBilled: false })
  })

  it('give a code back when they come to nothing', async () => {
    const seller = await billing.seller()
    await billing.delivered(await billing.product(seller))
    await api.context.pool.query(`
      create function refuse() returns trigger language plpgsql as $$ begin raise 'no' using errcode = '53100'; end $$;
      create trigger refuse before insert on invoice_lines execute function refuse()`)
    expect(await shop.admin.post('/invoices/generate')).toMatchObject({ status: 507 })
    await api.context.pool.query('drop trigger refuse on invoice_lines')
    await billing.generate()
    await expectSoundInvoices(api)
  })
})

describe('a billing of more than a thousand parcels', () => {
  const prepare = async (): Promise<Product[]> => {
    const products: Product[] = []
    for (const count of [500, 400, 300]) {
      const product = await billing.product(await billing.seller())
      await billing.manyDelivered(product, count, api.context.now().toISOString())
      products.push(product)
    }
    return products
  }

  it('runs as a job, seller by seller, in one batch that is undone as a whole', async () => {
    const products = await prepare()
    const headers = { prefer: 'respond-async' }
    const accepted = await shop.admin.post<Job>('/invoices/generate', { headers })
    expect(accepted).toMatchObject({ status: 202, body: { kind: 'invoice.generate', total: 3 } })
    const job = async () => (await shop.admin.get<Job>(`/jobs/${accepted.body.id}`)).body
    await expect.poll(async () => (await job()).status).toBe('DONE')
    const { report, ...done } = await job()
    const { batchId, counts } = report as ChangeReport
    expect(done).toMatchObject({ done: 3, total: 3, batchId })
    expect(counts).toEqual({ changed: 3, refused: 0, refusedBy: {} })
    await expectSoundInvoices(api)
    const undone = await shop.undo(batchId)
    expect(undone.counts).toEqual({ changed: 3, refused: 0, refusedBy: {} })
    for (const { owner } of products) {
      const { rows } = await api.context.pool.query(
        'select 1 from invoice_lines l join shippings s on s.id = l.shipping where s.owner = $1',
        [owner],
      )
      expect(rows).toEqual([])
    }
    const waited = await shop.admin.post<ChangeReport>('/invoices/generate')
    expect(waited).toMatchObject({ status: 200, body: { counts } })
    await expectSoundInvoices(api)
  })
})
