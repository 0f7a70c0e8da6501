import { describe, expect, it } from 'vitest'
import type { Affiliate } from '../../domain/affiliates/affiliate.ts'
import type { Change, Problem } from '../../domain/changes/changes.ts'
import type { Product } from '../../domain/products/product.ts'
import type { PurchaseRequest } from '../../domain/requests/request.ts'
import { type Caller, expectInvalid, expectRefusal } from '../support/api/caller.ts'
import { openGoodsApi } from '../support/api/goods.ts'
import type { TestUser } from '../support/api/insert-user.ts'

const { api, goods } = await openGoodsApi()

type User = Caller & { user: TestUser }
type Listed<Item> = { items: Item[]; total: number }

const newSeller = async (country: 'ic' | 'sn' = 'ic'): Promise<User> =>
  api.as(await api.createUser({ role: 'seller', country }))
const newOffer = (input: object = {}): Promise<Affiliate> =>
  goods.create('affiliates', {
    name: 'Ventilateur',
    price: 9_500,
    quantity: 40,
    description: 'Trois vitesses',
    productImage: 'https://images.example/ventilateur.webp',
    comment: 'Pour nous seuls',
    ...input,
  })
const take = (caller: User, { id }: { id: string }, options: object = {}) =>
  caller.post<Product>(`/affiliates/${id}/take`, options)
const request = (caller: User, { id }: { id: string }, body: object) =>
  caller.post<PurchaseRequest>(`/affiliates/${id}/request`, { body })

describe('taking an offer', () => {
  it('makes a seller a product of their own, without stock, and shows the offer as taken to them alone', async () => {
    const [seller, other] = [await newSeller(), await newSeller()]
    const offer = await newOffer()
    const made = await take(seller, offer)
    expect(made).toMatchObject({
      status: 201,
      body: {
        owner: seller.user.id,
        name: offer.name,
        price: offer.price,
        description: offer.description,
        productImage: offer.productImage,
        country: 'ic',
        affiliate: offer.id,
        quantity: 0,
        comment: null,
      },
    })
    const product = made.body
    expect(await seller.get(`/products/${product.id}`)).toMatchObject({ status: 200, body: product })
    const seen = async (caller: User) => {
      const { items } = (await caller.get<Listed<Affiliate>>(`/affiliates?store=true&ids=${offer.id}`)).body
      const one = (await caller.get<Affiliate>(`/affiliates/${offer.id}`)).body
      expect(items[0]).toEqual(one)
      return { product: one.product, products: one.products }
    }
    expect(await seen(seller)).toEqual({ product: product.id, products: 1 })
    expect(await seen(other)).toEqual({ product: null, products: 1 })
    expect(await seen(goods.admin)).toEqual({ product: null, products: 1 })
    const { rows } = await api.context.pool.query(
      `select resource, verb from events where resource in ('products', 'affiliates') and ($1 = any(ids) or $2 = any(ids))
       and verb = 'affiliate.take' order by resource`,
      [product.id, offer.id],
    )
    expect(rows).toEqual([
      { resource: 'affiliates', verb: 'affiliate.take' },
      { resource: 'products', verb: 'affiliate.take' },
    ])
  })

  it('is refused the second time with the product, also of many at once, and repeated under one key', async () => {
    const seller = await newSeller()
    const offer = await newOffer()
    const answers = await Promise.all(Array.from({ length: 8 }, () => take(seller, offer)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)])
    const product = answers.find(({ status }) => status === 201)!.body
    for (const { body } of answers.filter(({ status }) => status === 409)) {
      expect(body).toMatchObject({
        code: 'ALREADY_TAKEN',
        current: { id: product.id, number: product.number, name: offer.name },
      })
    }
    const theirs = await seller.get<Listed<Product>>(`/products?affiliate=${offer.id}`)
    expect(theirs.body.total).toBe(1)
    const another = await newOffer()
    const [first, again] = [
      await take(seller, another, { key: `take-${another.id}` }),
      await take(seller, another, { key: `take-${another.id}` }),
    ]
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.body).toEqual(first.body)
  })

  it('is undone by the seller, and redone unless the offer was taken again meanwhile', async () => {
    const seller = await newSeller()
    const offer = await newOffer()
    const product = (await take(seller, offer)).body
    const [line] = (await seller.get<Listed<Change>>(`/products/${product.id}/history`)).body.items
    expect(line).toMatchObject({ verb: 'affiliate.take', before: null, actor: seller.user.id })
    const undo = (batchId: string | null) =>
      seller.post<{ batchId: string; refused: object[]; counts: { changed: number } }>(
        `/changes/${batchId}/undo`,
      )
    expect(await (await newSeller()).post(`/changes/${line!.batchId}/undo`)).toMatchObject({ status: 404 })
    const undone = (await undo(line!.batchId)).body
    expect(undone.counts.changed).toBe(1)
    expect(await seller.get(`/products/${product.id}`)).toMatchObject({ status: 404 })
    const second = (await take(seller, offer)).body
    expect(second.id).not.toBe(product.id)
    expect((await undo(undone.batchId)).body).toMatchObject({
      counts: { changed: 0 },
      refused: [{ id: product.id, code: 'ALREADY_TAKEN' }],
    })
    const [later] = (await seller.get<Listed<Change>>(`/products/${second.id}/history`)).body.items
    await undo(later!.batchId)
    expect((await undo(undone.batchId)).body.counts.changed).toBe(1)
    expect(await seller.get(`/products/${product.id}`)).toMatchObject({ status: 200 })
  })

  it('is available to an admin for any seller, and to a seller for themselves only', async () => {
    const [seller, other] = [await newSeller(), await newSeller()]
    const offer = await newOffer()
    const body = { owner: seller.user.id }
    expect(await take(other, offer, { body })).toMatchObject({
      status: 403,
      body: { errors: [{ path: 'owner', code: 'FORBIDDEN' }] },
    })
    expect(await take(goods.admin, offer, { body })).toMatchObject({
      status: 201,
      body: { owner: seller.user.id },
    })
    await expectRefusal(take(seller, offer, { body }), 409, 'ALREADY_TAKEN')
    const { id: agent } = await api.createUser({ role: 'agent' })
    await expectRefusal(take(goods.admin, offer, { body: { owner: agent } }), 400, 'OWNER_NOT_FOUND')
    await expectInvalid(take(seller, offer, { body: { quantity: 3 } }), 'quantity', 'UNKNOWN_FIELD')
  })

  it('leaves the form of a product and of a request to admins', async () => {
    const seller = await newSeller()
    for (const path of ['/products', '/requests']) {
      expect(await seller.post<Problem>(path, { body: {} })).toMatchObject({ status: 403 })
    }
  })
})

describe('requesting more of a product', () => {
  it('makes a request of its owner, whoever asks, and is a call for the seller’s own', async () => {
    const [seller, other] = [await newSeller(), await newSeller()]
    const product = (await take(seller, await newOffer())).body
    const restock = (caller: Caller, body: object) =>
      caller.post<PurchaseRequest>(`/products/${product.id}/restock`, { body })
    const { name, price, description, productImage } = product
    const made = await restock(seller, { quantity: 25, comment: 'Avant la rentrée' })
    expect(made).toMatchObject({
      status: 201,
      body: {
        owner: seller.user.id,
        status: 'PENDING',
        quantity: 25,
        name,
        price,
        description,
        productImage,
      },
    })
    expect(await restock(goods.admin, { quantity: 3 })).toMatchObject({
      status: 201,
      body: { owner: seller.user.id, quantity: 3 },
    })
    await expectRefusal(restock(other, { quantity: 1 }), 404, 'NOT_FOUND')
    await expectInvalid(restock(seller, { quantity: 0 }), 'quantity', 'TOO_SMALL')
    const [line] = (await seller.get<Listed<Change>>(`/requests/${made.body.id}/history`)).body.items
    expect(line).toMatchObject({ verb: 'product.restock', before: null })
    await seller.post(`/changes/${line!.batchId}/undo`)
    expect((await seller.get<Listed<PurchaseRequest>>('/requests')).body.total).toBe(1)
  })
})

describe('requesting the goods of an offer', () => {
  it('makes a request of the seller’s own, which waits for an answer and can be undone until it has one', async () => {
    const seller = await newSeller()
    const offer = await newOffer()
    const made = await request(seller, offer, { quantity: 25, comment: 'Avant la rentrée' })
    expect(made).toMatchObject({
      status: 201,
      body: {
        owner: seller.user.id,
        status: 'PENDING',
        quantity: 25,
        comment: 'Avant la rentrée',
        name: offer.name,
        price: offer.price,
        description: offer.description,
        productImage: offer.productImage,
        country: 'ic',
      },
    })
    const listed = await seller.get<Listed<PurchaseRequest>>('/requests')
    expect(listed.body.items).toEqual([made.body])
    const batchOf = async (one: PurchaseRequest) =>
      (await seller.get<Listed<Change>>(`/requests/${one.id}/history`)).body.items.at(-1)!
    const line = await batchOf(made.body)
    expect(line).toMatchObject({ verb: 'affiliate.request', before: null })
    expect(
      (await seller.post<{ counts: object }>(`/changes/${line.batchId}/undo`)).body.counts,
    ).toMatchObject({
      changed: 1,
    })
    const second = (await request(seller, offer, { quantity: 1 })).body
    await goods.answer('requests', second, 'CONFIRMED')
    const answered = await batchOf(second)
    expect((await seller.post(`/changes/${answered.batchId}/undo`)).body).toMatchObject({
      refused: [{ id: second.id, code: 'MOVED_ON' }],
    })
  })

  it.each([
    [{}, 'REQUIRED'],
    [{ quantity: 0 }, 'TOO_SMALL'],
    [{ quantity: 1.5 }, 'NOT_AN_INTEGER'],
    [{ quantity: 10_000_001 }, 'TOO_LARGE'],
  ])('refuses the quantity of %j', async (body, code) => {
    await expectInvalid(request(await newSeller(), await newOffer(), body), 'quantity', code)
  })
})

it('refuses to request more than an offer has, and goods of an offer of one’s own', async () => {
  const seller = await newSeller()
  const code = (answer: { body: unknown }) => answer.body as Problem
  const offer = await newOffer({ quantity: 39 })
  expect(code(await request(seller, offer, { quantity: 40 }))).toMatchObject({
    code: 'OUT_OF_STOCK',
    errors: [{ path: 'quantity', code: 'OUT_OF_STOCK' }],
  })
  expect((await request(seller, offer, { quantity: 39 })).status).toBe(201)
  const own = await newOffer({ owner: seller.user.id })
  expect(code(await request(seller, own, { quantity: 1 }))).toMatchObject({ status: 409, code: 'OWN_OFFER' })
})

describe.each(['take', 'request'])('to %s an offer', (act) => {
  const call = (caller: User, { id }: { id: string }) =>
    caller.post<Problem>(`/affiliates/${id}/${act}`, { body: act === 'take' ? {} : { quantity: 2 } })

  it('finds no offer of another country, nor one that was deleted', async () => {
    const [abroad, gone] = [await newOffer({ country: 'sn' }), await newOffer()]
    await goods.bulk('/affiliates/delete', { ids: [gone.id] })
    const seller = await newSeller()
    for (const offer of [abroad, gone, { id: '00000000-0000-7000-8000-000000000000' }]) {
      await expectRefusal(call(seller, offer), 404, 'NOT_FOUND')
    }
  })
})
