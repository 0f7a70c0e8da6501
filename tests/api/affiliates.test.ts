import { describe, expect, it } from 'vitest'
import type { Affiliate } from '../../domain/affiliates/affiliate.ts'
import type { Problem, SearchHit } from '../../domain/changes/changes.ts'
import { expectInvalid, expectRefusal, missing } from '../support/api/caller.ts'
import { readEvents } from '../support/api/event-reader.ts'
import { goodsInputs, openGoodsApi } from '../support/api/goods.ts'
import { waitingStatements } from '../support/api/held-row.ts'
import type { TestApi } from '../support/api/start-api.ts'

const { api, goods } = await openGoodsApi()

type Listed = { items: Affiliate[]; total: number }
type Seller = Awaited<ReturnType<TestApi['as']>>

const newSeller = async (country: 'ic' | 'sn' = 'ic'): Promise<Seller> =>
  api.as(await api.createUser({ role: 'seller', country }))

describe('the store', () => {
  it('shows a seller every offer of their country, and the plain list their own', async () => {
    const [seller, other] = [await newSeller('sn'), await newSeller('sn')]
    const own = await goods.create('affiliates', { owner: seller.user.id, country: 'sn' })
    const theirs = await goods.create('affiliates', { owner: other.user.id, country: 'sn', name: 'Ventilo' })
    const abroad = await goods.create('affiliates')
    const idsOf = async (query: string) =>
      (await seller.get<Listed>(`/affiliates?${query}`)).body.items.map(({ id }) => id)
    for (const query of ['', 'store=false', 'store=']) expect(await idsOf(query)).toEqual([own.id])
    expect(await idsOf('store=true')).toEqual([theirs.id, own.id])
    expect(await idsOf('store=true&sort=number&limit=1')).toEqual([own.id])
    expect(await idsOf(`store=true&owner=${other.user.id}&country=sn&keyword=ventilo`)).toEqual([theirs.id])
    expect(await idsOf('store=true&country=ic')).toEqual([])
    expect(await seller.get(`/affiliates/${theirs.id}`)).toMatchObject({ status: 200, body: theirs })
    expect(await seller.get(`/affiliates/${abroad.id}`)).toMatchObject({ status: 404 })
    expect(await seller.get(`/affiliates/${theirs.id}/history`)).toMatchObject({ status: 404 })
    const found = await seller.get<{ items: SearchHit[] }>('/search?q=ventilo&resource=affiliates')
    expect(found.body.items.map(({ id }) => id)).toEqual([theirs.id])
  })

  it('shows an admin every offer of any country', async () => {
    const here = await goods.create('affiliates')
    const there = await goods.create('affiliates', { country: 'fr' })
    const total = async (query: string) =>
      (await goods.admin.get<Listed>(`/affiliates?store=true&${query}`)).body.total
    expect(await total(`ids=${here.id},${there.id}`)).toBe(2)
    expect(await total(`ids=${here.id},${there.id}&country=fr`)).toBe(1)
  })

  it('receives every change of an offer in its country', async () => {
    const seller = await newSeller()
    const origin = await api.listen()
    const stream = await readEvents(origin, { token: seller.token })
    const elsewhere = await goods.create('affiliates', { country: 'sn' })
    const { id } = await goods.create('affiliates')
    const published = (offer: string) => stream.messages.find(({ data }) => data.ids?.includes(offer))?.data
    await expect.poll(() => published(id)).toMatchObject({ resource: 'affiliates', verb: 'affiliate.create' })
    expect(published(elsewhere.id)).toBeUndefined()
    stream.close()
  })

  it('is a parameter of this list alone, a flag', async () => {
    for (const query of ['store=1', 'store=true&store=true']) {
      await expectInvalid(goods.admin.get<Problem>(`/affiliates?${query}`), 'store', 'NOT_A_FLAG')
    }
    await expectInvalid(goods.admin.get<Problem>('/products?store=true'), 'store', 'UNKNOWN_PARAMETER')
    const where = { where: { store: 'true' }, dryRun: true }
    expect(await goods.admin.put('/affiliates/delete', { body: where })).toMatchObject({ status: 400 })
    expect(await (await api.as('agent')).get('/affiliates?store=true')).toMatchObject({ status: 403 })
  })
})

describe('an offer', () => {
  it('counts the products that were taken from it', async () => {
    const offer = await goods.create('affiliates')
    expect(offer.products).toBe(0)
    const take = () => goods.create('products', { affiliate: offer.id })
    const [first] = [await take(), await take()]
    expect(first).toMatchObject({ affiliate: offer.id, affiliateName: offer.name })
    const listed = async () =>
      (await goods.admin.get<Listed>(`/affiliates?ids=${offer.id}`)).body.items[0]!.products
    expect(await listed()).toBe(2)
    const report = await goods.bulk('/products/delete', { ids: [first.id] })
    expect(await listed()).toBe(1)
    const { rows } = await api.context.pool.query(
      `select verb, ids from events where resource = 'affiliates' and $1 = any(ids) order by id`,
      [offer.id],
    )
    expect(rows.map(({ verb }) => verb)).toEqual([
      'affiliate.create',
      'product.create',
      'product.create',
      'product.delete',
    ])
    await goods.undo(report.batchId)
    expect(await listed()).toBe(2)
  })

  it('is not deleted from under a product; without one it is, and its products do not come back', async () => {
    const offer = await goods.create('affiliates')
    const product = await goods.create('products', { affiliate: offer.id })
    const remove = (more = {}) => goods.bulk('/affiliates/delete', { ids: [offer.id], ...more })
    const inUse = { refused: [{ id: offer.id, number: offer.number, code: 'IN_USE' }] }
    expect(await remove({ dryRun: true })).toMatchObject(inUse)
    expect(await remove()).toMatchObject(inUse)
    const [made] = await goods.history('affiliates', offer)
    expect(await goods.undo(made!.batchId)).toMatchObject({ refused: [{ code: 'IN_USE' }] })
    const taken = await goods.bulk('/products/delete', { ids: [product.id] })
    const gone = await remove()
    expect(gone.counts.changed).toBe(1)
    expect(await goods.undo(taken.batchId)).toMatchObject({
      refused: [{ id: product.id, code: 'AFFILIATE_NOT_FOUND' }],
    })
    await goods.undo(gone.batchId)
    expect((await goods.undo(taken.batchId)).counts.changed).toBe(1)
    expect(await goods.read('products', product)).toMatchObject({ affiliate: offer.id })
  })

  it('is added to products of its own country while it exists', async () => {
    const abroad = await goods.create('affiliates', { country: 'sn' })
    const gone = await goods.create('affiliates')
    await goods.bulk('/affiliates/delete', { ids: [gone.id] })
    for (const affiliate of [missing, abroad.id, gone.id]) {
      const body = { ...goodsInputs.products(), affiliate }
      await expectRefusal(goods.admin.post('/products', { body }), 400, 'AFFILIATE_NOT_FOUND', {
        errors: [{ path: 'affiliate', code: 'AFFILIATE_NOT_FOUND' }],
      })
    }
  })

  it('is not taken while it is being deleted', async () => {
    const offer = await goods.create('affiliates')
    const client = await api.context.pool.connect()
    try {
      await client.query('begin')
      await client.query('select 1 from affiliates where id = $1 for update', [offer.id])
      const body = { ...goodsInputs.products(), affiliate: offer.id }
      const creating = goods.admin.post<Problem>('/products', { body })
      await expect.poll(() => waitingStatements(api.context.pool)).toBe(1)
      await client.query('update affiliates set deleted_at = now(), version = 2 where id = $1', [offer.id])
      await client.query('commit')
      await expectRefusal(creating, 400, 'AFFILIATE_NOT_FOUND')
    } finally {
      client.release()
    }
  })
})
