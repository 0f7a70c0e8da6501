import { describe, expect, it } from 'vitest'
import type { ChangeReport, Problem } from '../../domain/changes/changes.ts'
import type { Product } from '../../domain/products/product.ts'
import { expectAllInvalid, expectInvalid, expectRefusal, missing } from '../support/api/caller.ts'
import { goodsInputs, openGoodsApi } from '../support/api/goods.ts'
import { startShop } from '../support/api/shop.ts'

const { api, goods } = await openGoodsApi()
const shop = await startShop(api)

type Listed = { items: Product[]; total: number }

describe('a product', () => {
  it('belongs to the given seller, otherwise to its creator', async () => {
    const { user: seller } = await api.as('seller')
    const theirs = await shop.product({ owner: seller.id, description: 'étanche', comment: '' })
    expect(theirs).toMatchObject({
      owner: seller.id,
      ownerName: seller.name,
      quantity: 100,
      reserved: 0,
      available: 100,
      description: 'étanche',
      comment: null,
      version: 1,
    })
    expect((await shop.product()).owner).toBe(shop.admin.user.id)
    const agent = await api.createUser({ role: 'agent' })
    for (const owner of [missing, agent.id]) {
      const body = { country: 'ic', name: 'x', price: 1, quantity: 1, owner }
      await expectInvalid(shop.admin.post('/products', { body }), 'owner', 'OWNER_NOT_FOUND')
    }
  })

  it('is validated completely', async () => {
    const body = { country: 'xx', price: -1, quantity: 2.5, productImage: 'nowhere', reserved: 3 }
    await expectAllInvalid(shop.admin.post<Problem>('/products', { body }), {
      reserved: 'UNKNOWN_FIELD',
      country: 'NOT_A_CHOICE',
      name: 'REQUIRED',
      price: 'TOO_SMALL',
      quantity: 'NOT_AN_INTEGER',
      productImage: 'NOT_A_URL',
    })
  })

  it('keeps in stock what confirmed orders reserve, and refuses stale versions', async () => {
    const product = await shop.product({ quantity: 10 })
    const order = await shop.order(product, { quantity: 4 })
    await shop.move(order, 'CONFIRMED')
    const put = (body: Record<string, unknown>, version?: number) =>
      shop.admin.put<Product & Problem>(`/products/${product.id}`, { body, version })
    await expectRefusal(put({ quantity: 3 }), 409, 'STOCK_RESERVED')
    expect(await put({ quantity: 4, price: 20_000 }, 1)).toMatchObject({
      status: 200,
      body: { quantity: 4, available: 0, price: 20_000, version: 2 },
    })
    await expectRefusal(put({ name: 'y' }, 1), 412, 'STALE_VERSION', {
      current: { version: 2, price: 20_000 },
    })
    expect((await put({ owner: order.id })).body.errors).toEqual([{ path: 'owner', code: 'READ_ONLY' }])
    expect((await shop.readOrder(order)).price).toBe(15_000)
  })

  it('is not deleted from under an order; alone it is, and the dry run says so first', async () => {
    const [used, free] = [await shop.product(), await shop.product()]
    const order = await shop.order(used)
    const put = (body: Record<string, unknown>) => shop.admin.put<ChangeReport>('/products/delete', { body })
    const expected = {
      counts: { changed: 1, refused: 2, refusedBy: { IN_USE: 1, NOT_FOUND: 1 } },
      refused: [
        { id: used.id, number: used.number, code: 'IN_USE' },
        { id: missing, number: 0, code: 'NOT_FOUND' },
      ],
    }
    const ids = [used.id, free.id, missing]
    const dry = await put({ ids, dryRun: true })
    expect(dry.body).toMatchObject({ ...expected, batchId: null, changed: [{ id: free.id, version: 1 }] })
    expect(await shop.readProduct(free)).toEqual(free)
    const wet = await put({ ids })
    expect(wet.body).toMatchObject({
      ...expected,
      batchId: expect.any(String),
      changed: [{ id: free.id, version: 2 }],
    })
    expect(await shop.admin.get(`/products/${free.id}`)).toMatchObject({ status: 404 })
    expect((await shop.undo(wet.body.batchId)).counts.changed).toBe(1)
    expect(await shop.readProduct(free)).toMatchObject({ version: 3, name: free.name })
    await shop.admin.put('/orders/delete', { body: { ids: [order.id] } })
    expect((await put({ ids: [used.id] })).body.counts.changed).toBe(1)
    expect(await shop.admin.get(`/products/${used.id}`)).toMatchObject({ status: 404 })
  })

  it('keeps whose offer it is, its store, how it is handled, and what it cost', async () => {
    const offer = await goods.create('affiliates', { country: 'tn', price: 1 })
    const said = {
      country: 'tn',
      price: 45.5,
      affiliate: offer.id,
      storeName: 'Boutique du Lac',
      type: 'FRAGILE',
      weight: 0.125,
      initialPrice: 30.125,
      sourceLink: 'https://shop.example/lampe',
      sourceName: 'Shenzhen',
    }
    const made = await goods.create('products', said)
    expect(made).toMatchObject({ ...said, affiliateName: offer.name })
    const edit = { storeName: null, type: 'DUR', initialPrice: 0 }
    const edited = await goods.admin.put(`/products/${made.id}`, { body: edit })
    expect(edited).toMatchObject({ status: 200, body: { ...said, ...edit, version: 2 } })
    const other = await goods.create('affiliates')
    for (const affiliate of [null, other.id]) {
      await expectInvalid(
        goods.admin.put(`/products/${made.id}`, { body: { affiliate } }),
        'affiliate',
        'READ_ONLY',
      )
    }
  })

  it.each([
    ['affiliate', 'x', 'NOT_AN_ID'],
    ['storeName', 'x'.repeat(161), 'TOO_LONG'],
    ['type', 'SOLID', 'NOT_A_CHOICE'],
    ['weight', -1, 'TOO_SMALL'],
    ['weight', 100_001, 'TOO_LARGE'],
    ['weight', 1.2345, 'TOO_MANY_DECIMALS'],
    ['initialPrice', 10.5, 'TOO_MANY_DECIMALS'],
    ['sourceLink', 'shop', 'NOT_A_URL'],
    ['sourceName', 'x'.repeat(121), 'TOO_LONG'],
  ])('is refused when %s is %j', async (path, value, code) => {
    const body = { ...goodsInputs.products(), [path]: value }
    await expectInvalid(goods.admin.post('/products', { body }), path, code)
  })

  it('is listed by where it comes from, its type, price and stock', async () => {
    const owner = (await api.createUser({ role: 'seller' })).id
    const offer = await goods.create('affiliates')
    const own = await goods.create('products', { owner, type: 'LIQUID', price: 500, quantity: 0 })
    const taken = await goods.create('products', { owner, affiliate: offer.id, price: 900 })
    const idsOf = async (query: string) =>
      (await goods.admin.get<Listed>(`/products?owner=${owner}&sort=number&${query}`)).body.items.map(
        ({ id }) => id,
      )
    expect(await idsOf('')).toEqual([own.id, taken.id])
    expect(await idsOf('mode=own')).toEqual([own.id])
    expect(await idsOf('mode=affiliate')).toEqual([taken.id])
    expect(await idsOf('mode=own,affiliate')).toEqual([own.id, taken.id])
    expect(await idsOf(`affiliate=${offer.id}`)).toEqual([taken.id])
    expect(await idsOf('affiliate=none&type=LIQUID,DUR')).toEqual([own.id])
    expect(await idsOf('price=600..&available=1..')).toEqual([taken.id])
    expect(await idsOf('available=0')).toEqual([own.id])
    await expectAllInvalid(goods.admin.get<Problem>('/products?mode=theirs&type=SOLID&price=x'), {
      mode: 'NOT_A_CHOICE',
      type: 'NOT_A_CHOICE',
      price: 'NOT_A_NUMBER',
    })
  })

  it('takes an edit of its stock back by what the edit moved, as far as what is reserved allows', async () => {
    const product = await shop.product({ quantity: 10 })
    const put = (quantity: number) => goods.admin.put(`/products/${product.id}`, { body: { quantity } })
    await put(30)
    const [edit] = await goods.history('products', product)
    // Dispatching a parcel lowers the stock without raising the product's version.
    await api.context.pool.query('update products set quantity = quantity - 4 where id = $1', [product.id])
    const undo = await goods.undo(edit!.batchId)
    expect(await shop.readProduct(product)).toMatchObject({ quantity: 6, version: 3 })
    await goods.undo(undo.batchId)
    expect(await shop.readProduct(product)).toMatchObject({ quantity: 26, version: 4 })
    await shop.move(await shop.order(product, { quantity: 20 }), 'CONFIRMED')
    const [redo] = await goods.history('products', product)
    expect(await goods.undo(redo!.batchId)).toMatchObject({
      refused: [{ id: product.id, code: 'STOCK_RESERVED' }],
    })
    expect(await shop.readProduct(product)).toMatchObject({ quantity: 26, reserved: 20 })
  })

  it('is not made undone from under an order', async () => {
    const product = await shop.product()
    await shop.order(product)
    const [made] = await goods.history('products', product)
    expect(await goods.undo(made!.batchId)).toMatchObject({ refused: [{ code: 'IN_USE' }] })
  })
})
