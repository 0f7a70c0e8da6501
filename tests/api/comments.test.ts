import { describe, expect, it } from 'vitest'
import type { Change, ChangeReport } from '../../domain/changes/changes.ts'
import { type CommentedResource, commentVerbOf } from '../../domain/comments/comment.ts'
import { expectInvalid } from '../support/api/caller.ts'
import { openGoodsApi } from '../support/api/goods.ts'
import { startShop } from '../support/api/shop.ts'
import { expectSoundBooks } from '../support/api/sound-books.ts'
import { casesOf } from '../support/is-full.ts'

const { api, goods } = await openGoodsApi()
const shop = await startShop(api)

type Commented = { id: string; number: number; version: number; comment: string | null }

const make: Record<CommentedResource, () => Promise<{ id: string }>> = {
  orders: async () => shop.order(await shop.product()),
  shippings: async () => {
    const order = await shop.order(await shop.product())
    await shop.move(order, 'CONFIRMED')
    return shop.shippingOf(order)
  },
  expeditions: () => goods.create('expeditions'),
  requests: () => goods.create('requests'),
}
const makeMany = (resource: CommentedResource, count: number) =>
  Promise.all(Array.from({ length: count }, () => make[resource]()))

const read = async (resource: CommentedResource, { id }: { id: string }) =>
  (await goods.admin.get<Commented>(`/${resource}/${id}`)).body
const historyOf = async (resource: CommentedResource, { id }: { id: string }) =>
  (await goods.admin.get<{ items: Change[] }>(`/${resource}/${id}/history`)).body.items
const comment = (resource: CommentedResource, body: object) => goods.bulk(`/${resource}/comment`, { ...body })

describe.each(
  casesOf(Object.keys(make) as CommentedResource[], (name) => name !== 'orders' && name !== 'requests'),
)('the comment of many %s', (resource) => {
  it('is replaced in one batch with a line of history a record, as the dry run said, and undone', async () => {
    const [first, second, same] = await makeMany(resource, 3)
    await comment(resource, { ids: [same!.id], comment: 'Rappeler demain' })
    await comment(resource, { ids: [second!.id], comment: 'À effacer' })
    const ids = [first!.id, second!.id, same!.id]
    const counts = { changed: 2, refused: 1, refusedBy: { SAME_COMMENT: 1 } }
    const before = await read(resource, first!)
    const dry = await comment(resource, { ids, comment: 'Rappeler demain', dryRun: true })
    expect(dry).toMatchObject({ batchId: null, counts })
    expect(await read(resource, first!)).toEqual(before)
    const report = await comment(resource, { ids, comment: '  Rappeler demain ' })
    expect(report.counts).toEqual(counts)
    expect(await read(resource, first!)).toMatchObject({
      comment: 'Rappeler demain',
      version: before.version + 1,
    })
    const [line] = await historyOf(resource, second!)
    expect(line).toMatchObject({
      verb: commentVerbOf(resource),
      batchId: report.batchId,
      before: { comment: 'À effacer' },
      after: { comment: 'Rappeler demain' },
    })
    const { rows } = await api.context.pool.query(
      'select resource, verb, cardinality(ids) as ids from events where batch_id = $1',
      [report.batchId],
    )
    expect(rows).toContainEqual({ resource, verb: commentVerbOf(resource), ids: 2 })
    expect((await goods.undo(report.batchId)).counts.changed).toBe(2)
    expect(await read(resource, first!)).toMatchObject({ comment: null })
    expect(await read(resource, second!)).toMatchObject({ comment: 'À effacer' })
  })

  it('is cleared by an empty text or null; leaving it out or too long a text is refused', async () => {
    const one = (await makeMany(resource, 1))[0]!
    for (const empty of ['', '  ', null]) {
      await comment(resource, { ids: [one.id], comment: 'Un mot' })
      expect((await comment(resource, { ids: [one.id], comment: empty })).counts.changed).toBe(1)
      expect(await read(resource, one)).toMatchObject({ comment: null })
    }
    const refusals: [body: object, path: string, code: string][] = [
      [{}, 'comment', 'REQUIRED'],
      [{ comment: 'x'.repeat(1_001) }, 'comment', 'TOO_LONG'],
      [{ comment: 4 }, 'comment', 'NOT_TEXT'],
      [{ comment: 'x', status: 'PENDING' }, 'status', 'UNKNOWN_FIELD'],
    ]
    for (const [body, path, code] of refusals) {
      const answer = await goods.admin.put(`/${resource}/comment`, { body: { ids: [one.id], ...body } })
      await expectInvalid(answer, path, code)
    }
  })

  it('is replaced once under one key', async () => {
    const one = (await makeMany(resource, 1))[0]!
    const body = { ids: [one.id], comment: 'Une fois' }
    const put = () => goods.admin.put<ChangeReport>(`/${resource}/comment`, { body, key: `note-${one.id}` })
    const [first, again] = [await put(), await put()]
    expect(first.body.counts.changed).toBe(1)
    expect(again.body).toEqual(first.body)
    expect(
      (await historyOf(resource, one)).filter(({ verb }) => verb === commentVerbOf(resource)),
    ).toHaveLength(1)
  })
})

it('is refused for a parcel that is over, and the others get it', async () => {
  const [open, over] = [await make.shippings(), await shop.deliver(await shop.order(await shop.product()))]
  const report = await comment('shippings', { ids: [open.id, over.id], comment: 'Sonner deux fois' })
  expect(report).toMatchObject({
    changed: [{ id: open.id }],
    refused: [{ id: over.id, code: 'SHIPPING_IS_OVER' }],
  })
  expect(await read('shippings', over)).toMatchObject({ comment: null })
})

it('of all that match a filter is replaced as one job, and one undo takes it back', {
  tags: 'full',
}, async () => {
  const product = await shop.product({ quantity: 5_000 })
  const ids = await shop.orders(product, 1_300)
  const where = { product: product.id }
  const total = async (text: string) => {
    const { rows } = await api.context.pool.query(
      'select count(*)::int as total from orders where product = $1 and comment = $2',
      [product.id, text],
    )
    return rows[0].total
  }
  const except = ids.slice(0, 2)
  const begun = await shop.admin.put('/orders/comment', {
    body: { where, except, comment: 'Promotion terminée' },
    headers: { prefer: 'respond-async' },
  })
  expect(begun).toMatchObject({ status: 202, body: { kind: 'order.comment' } })
  await expect.poll(() => total('Promotion terminée')).toBe(1_298)
  const [line] = await historyOf('orders', { id: ids[5]! })
  await expect.poll(async () => (await shop.admin.get(`/jobs/${begun.body.id}`)).body.status).toBe('DONE')
  expect((await shop.undo(line!.batchId)).counts.changed).toBe(1_298)
  expect(await total('Promotion terminée')).toBe(0)
  await expectSoundBooks(api)
})
