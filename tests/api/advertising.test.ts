import { describe, expect, it } from 'vitest'
import type { AdCost, AdPaste } from '../../domain/advertising/ad-cost.ts'
import type { ChangeReport } from '../../domain/changes/changes.ts'
import { shiftDay, todayIn } from '../../domain/lib/zone-clock.ts'
import type { Product } from '../../domain/products/product.ts'
import { expectRefusal } from '../support/api/caller.ts'
import { countStatements } from '../support/api/count-statements.ts'
import { openShopApi } from '../support/api/shop.ts'

const { api, shop } = await openShopApi()
const today = todayIn('ic')
const day = (ago: number): string => shiftDay(today, -ago)

let made = 0
const product = async (more: object = {}): Promise<Product> => {
  const body = { country: 'ic', name: `Montre ${++made}`, price: 15_000, quantity: 1_000, ...more }
  return (await shop.admin.post<Product>('/products', { body })).body
}
const cost = (of: { id: string }, amount: number, more: object = {}) =>
  shop.admin.post<AdCost>('/advertising', {
    body: { country: 'ic', product: of.id, day: day(1), amount, ...more },
  })
const listed = async (query: string) =>
  (await shop.admin.get<{ items: AdCost[]; total: number }>(`/advertising?${query}`)).body

describe('advertising costs', () => {
  it('are of a product and day; what is typed again is added, and taken back', async () => {
    const watch = await product()
    const first = await cost(watch, 1_000)
    expect(first).toMatchObject({
      status: 201,
      body: { product: watch.id, productName: watch.name, day: day(1), amount: 1_000, owner: watch.owner },
    })
    const second = await cost(watch, 500, { note: 'Vidéo' })
    expect(second.body).toMatchObject({ id: first.body.id, amount: 1_500, note: 'Vidéo' })
    await shop.undo(second.headers['batch-id'] as string)
    expect(await listed(`product=${watch.id}`)).toMatchObject({ total: 1, items: [{ amount: 1_000 }] })
  })

  it('are apart by channel, whatever its case', async () => {
    const watch = await product()
    await cost(watch, 1, { channel: 'Facebook' })
    await cost(watch, 2, { channel: 'facebook' })
    await cost(watch, 4, { channel: 'TikTok' })
    const { items } = await listed(`product=${watch.id}`)
    expect(items.map(({ channel, amount }) => [channel, amount]).sort()).toEqual([
      ['Facebook', 3],
      ['TikTok', 4],
    ])
    const tiktok = items.find(({ channel }) => channel === 'TikTok')!
    await expectRefusal(
      shop.admin.put(`/advertising/${tiktok.id}`, { body: { channel: 'FACEBOOK' } }),
      409,
      'AD_COST_TAKEN',
    )
  })

  it('are added up when several are typed at once', async () => {
    const watch = await product()
    const answers = await Promise.all(Array.from({ length: 8 }, () => cost(watch, 100)))
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201))
    expect(await listed(`product=${watch.id}`)).toMatchObject({ total: 1, items: [{ amount: 800 }] })
  })

  it('refuse days to come, other products and amounts that the currency has not', async () => {
    const watch = await product()
    const errors = (path: string, code: string) => ({ errors: [{ path, code }] })
    const tomorrow = shiftDay(today, 1)
    await expectRefusal(
      cost(watch, 1, { day: tomorrow }),
      400,
      'VALIDATION_FAILED',
      errors('day', 'IN_THE_FUTURE'),
    )
    const { body } = await cost(watch, 1)
    await expectRefusal(
      shop.admin.put(`/advertising/${body.id}`, { body: { day: tomorrow } }),
      400,
      'VALIDATION_FAILED',
      errors('day', 'IN_THE_FUTURE'),
    )
    await expectRefusal(cost(watch, 1, { country: 'sn' }), 400, 'PRODUCT_NOT_FOUND')
    await expectRefusal(cost(watch, 1.5), 400, 'VALIDATION_FAILED', errors('amount', 'TOO_MANY_DECIMALS'))
    const other = await api.as(await api.createUser({ role: 'seller' }))
    const asked = { country: 'ic', product: watch.id, day: day(1), amount: 1 }
    await expectRefusal(other.post('/advertising', { body: asked }), 400, 'PRODUCT_NOT_FOUND')
  })

  it('keep their product from being deleted, and do not come back without it', async () => {
    const watch = await product()
    const { body } = await cost(watch, 1)
    const ids = [watch.id]
    const kept = await shop.admin.put<ChangeReport>('/products/delete', { body: { ids } })
    expect(kept.body.refused).toMatchObject([{ code: 'IN_USE' }])
    const gone = await shop.admin.put<ChangeReport>('/advertising/delete', { body: { ids: [body.id] } })
    await shop.admin.put('/products/delete', { body: { ids } })
    const undone = await shop.admin.post<ChangeReport>(`/changes/${gone.body.batchId}/undo`, { body: {} })
    expect(undone.body.refused).toMatchObject([{ code: 'PRODUCT_NOT_FOUND' }])
  })
})

describe('pasted costs', () => {
  const send = (call: 'check' | 'paste', text: string, more: object = {}) =>
    shop.admin.post<AdPaste & ChangeReport>(`/advertising/${call}`, {
      body: { country: 'ic', text, ...more },
    })

  it('say what they would write, are written as one batch, and change nothing the second time', async () => {
    const [watch, lamp] = [await product(), await product()]
    await cost(watch, 700)
    const text = `\t${watch.name}\t#${lamp.number}\n${day(2)}\t1000\t200\n${day(1)}\t3000\t`
    const { body: said } = await send('check', text)
    expect(said).toMatchObject({
      layout: 'grid',
      total: 3,
      problems: 0,
      created: 2,
      changed: 1,
      before: 700,
      after: 4_200,
      firstDay: day(2),
      lastDay: day(1),
      products: [
        { name: watch.name, days: 2, before: 700, after: 4_000 },
        { name: lamp.name, days: 1, before: 0, after: 200 },
      ],
    })
    expect((await listed(`product=${watch.id},${lamp.id}`)).total).toBe(1)
    const { body: report } = await send('paste', text)
    expect(report.counts.changed).toBe(3)
    const { items } = await listed(`product=${watch.id},${lamp.id}`)
    expect(items.reduce((sum, { amount }) => sum + amount, 0)).toBe(said.after)
    expect((await send('check', text)).body).toMatchObject({
      created: 0,
      changed: 0,
      before: 4_200,
      after: 4_200,
    })
    await shop.undo(report.batchId)
    expect(await listed(`product=${watch.id},${lamp.id}`)).toMatchObject({
      total: 1,
      items: [{ amount: 700 }],
    })
  })

  it('name the line at fault and write nothing', async () => {
    const watch = await product()
    const text = `${day(1)}\t${watch.name}\t100\n${day(1)}\tChaise\t100`
    const { body } = await send('check', text)
    expect(body).toMatchObject({ total: 2, problems: 1, after: 100 })
    expect(body.lines).toMatchObject([
      { line: 1, problem: null },
      { line: 2, column: 'product', problem: 'PRODUCT_NOT_FOUND', typed: `${day(1)} · Chaise · 100` },
    ])
    await expectRefusal(send('paste', text), 400, 'VALIDATION_FAILED', {
      errors: [{ path: 'lines.2.product', code: 'PRODUCT_NOT_FOUND' }],
    })
    await expectRefusal(send('paste', 'rien'), 400, 'VALIDATION_FAILED')
    expect((await listed(`product=${watch.id}`)).total).toBe(0)
  })

  it('are of the seller’s own products, in the dates of their language', async () => {
    const seller = await api.createUser({ role: 'seller' })
    const own = await product({ owner: seller.id, name: 'Robe unique' })
    const other = await product()
    const caller = await api.as(seller)
    const body = {
      country: 'ic',
      text: `01/05/2026\t${own.name}\t10\n01/05/2026\t${other.name}\t10`,
      language: 'en',
    }
    const said = await caller.post<AdPaste>('/advertising/check', { body })
    expect(said.body.lines).toMatchObject([
      { day: '2026-05-01', problem: null },
      { problem: 'PRODUCT_NOT_FOUND' },
    ])
  })

  it('take as many statements for many lines as for one', async () => {
    const [watch, lamp] = [await product(), await product()]
    const lines = (of: Product, count: number) =>
      Array.from({ length: count }, (_, at) => `${day(at + 1)}\t${of.name}\t${at + 1}`).join('\n')
    const few = await countStatements(api.context.pool, () => send('paste', lines(watch, 2)))
    const many = await countStatements(api.context.pool, () => send('paste', lines(lamp, 300)))
    expect(many).toBeLessThanOrEqual(few + 2)
  })
})
