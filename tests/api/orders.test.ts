import { afterAll, describe, expect, it } from 'vitest'
import type { ChangeReport, Problem } from '../../domain/changes/changes.ts'
import type { Order } from '../../domain/orders/order.ts'
import { expectInvalid, expectRefusal, missing } from '../support/api/caller.ts'
import { openShopApi, orderInput } from '../support/api/shop.ts'
import { expectSoundBooks } from '../support/api/sound-books.ts'

const { api, shop } = await openShopApi()
afterAll(() => expectSoundBooks(api))

type Listed = { items: Order[]; total: number }

describe('a new order', () => {
  it('belongs to its product’s owner and costs what the product costs', async () => {
    const { user: seller } = await api.as('seller')
    const product = await shop.product({ owner: seller.id, price: 12_500 })
    const { status, body } = await shop.admin.post<Order>('/orders', {
      body: orderInput(product, { quantity: 3, customerPhone: '07 08 09 10 11', customerName: '  Awa  ' }),
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      number: expect.any(Number),
      version: 1,
      country: 'ic',
      owner: seller.id,
      ownerName: seller.name,
      product: product.id,
      productName: product.name,
      productAvailable: 100,
      customerName: 'Awa',
      customerPhone: '+2250708091011',
      quantity: 3,
      price: 12_500,
      totalPrice: 37_500,
      status: 'PENDING',
      attempts: 0,
      isDuplicate: false,
      shipping: null,
      shippingStatus: null,
      delivery: null,
      comment: null,
    })
    expect(await shop.readOrder(body)).toEqual(body)
  })

  it('keeps the price it is given, exact in currencies of three decimals', async () => {
    const product = await shop.product({ country: 'tn', price: 45.5 })
    const order = await shop.order(product, { price: 0.1, quantity: 3, customerPhone: '20 123 456' })
    expect(order).toMatchObject({ price: 0.1, totalPrice: 0.3, customerPhone: '+21620123456' })
  })

  it.each([
    ['a field nobody knows', { colour: 'red' }, [{ path: 'colour', code: 'UNKNOWN_FIELD' }]],
    ['a quantity of nothing', { quantity: 0 }, [{ path: 'quantity', code: 'TOO_SMALL' }]],
    ['half a piece', { quantity: 1.5 }, [{ path: 'quantity', code: 'NOT_AN_INTEGER' }]],
    ['decimals in XOF', { price: 10.5 }, [{ path: 'price', code: 'TOO_MANY_DECIMALS' }]],
    [
      'a total beyond what is stored',
      { price: 99_999_999_999, quantity: 10 },
      [{ path: 'quantity', code: 'TOO_LARGE' }],
    ],
    ['an impossible phone', { customerPhone: '12' }, [{ path: 'customerPhone', code: 'INVALID_PHONE' }]],
    ['NUL in a text', { customerName: 'a\u0000b' }, [{ path: 'customerName', code: 'INVALID_TEXT' }]],
    ['a lone surrogate', { customerAddress: 'a\ud800' }, [{ path: 'customerAddress', code: 'INVALID_TEXT' }]],
    ['no product of that id', { product: missing }, [{ path: 'product', code: 'PRODUCT_NOT_FOUND' }]],
    [
      'another country than its product',
      { country: 'sn', customerPhone: '+221771234567' },
      [{ path: 'product', code: 'PRODUCT_NOT_FOUND' }],
    ],
    [
      'everything wrong at once',
      { customerName: '', quantity: 'two', status: 'CONFIRMED' },
      [
        { path: 'status', code: 'UNKNOWN_FIELD' },
        { path: 'customerName', code: 'REQUIRED' },
        { path: 'quantity', code: 'NOT_A_NUMBER' },
      ],
    ],
  ])('is refused with %s', async (_, wrong, errors) => {
    const product = await shop.product()
    const body = { ...orderInput(product), ...wrong }
    const answer = await shop.admin.post<Problem>('/orders', { body })
    expect(answer).toMatchObject({ status: 400, body: { errors } })
    const list = await shop.admin.get<Listed>(`/orders?product=${product.id}`)
    expect(list.body).toEqual({ items: [], total: 0 })
  })

  it.each(['[]', '"text"', 'null', '{', '1'])('is refused when its body is %s', async (body) => {
    expect(await shop.admin.post('/orders', { body })).toMatchObject({ status: 400 })
  })

  it('is created once for one idempotency key, and refused under it with another body', async () => {
    const product = await shop.product()
    const body = orderInput(product)
    const first = await shop.admin.post<Order>('/orders', { body, key: 'one intent' })
    const again = await shop.admin.post<Order>('/orders', { body, key: 'one intent' })
    expect(again).toMatchObject({ status: 201, body: first.body })
    const list = await shop.admin.get<Listed>(`/orders?product=${product.id}`)
    expect(list.body.total).toBe(1)
    const other = await shop.admin.post('/orders', { body: { ...body, quantity: 2 }, key: 'one intent' })
    await expectRefusal(other, 422, 'IDEMPOTENCY_KEY_REUSED')
  })

  it('is flagged beside another one for the same phone and product within 72 hours, until one is cancelled', async () => {
    const product = await shop.product()
    const first = await shop.order(product, { customerPhone: '+2250701020304' })
    const second = await shop.order(product, { customerPhone: '0701020304' })
    const other = await shop.order(product)
    expect(second.isDuplicate).toBe(true)
    expect((await shop.readOrder(first)).isDuplicate).toBe(true)
    expect(other.isDuplicate).toBe(false)
    const flagged = await shop.admin.get<Listed>(`/orders?product=${product.id}&duplicate=true`)
    expect(flagged.body.total).toBe(2)
    await shop.move(first, 'CANCELLED')
    expect((await shop.readOrder(second)).isDuplicate).toBe(false)
    const age = `update orders set created_at = created_at - interval '73 hours' where product = $1`
    await api.context.pool.query(age, [product.id])
    const late = await shop.order(product, { customerPhone: '+2250701020304' })
    expect(late.isDuplicate).toBe(false)
  })

  it('warns in the dry run of a cancellation that would leave no order of a duplicate', async () => {
    const product = await shop.product()
    const phone = { customerPhone: '+2250708091099' }
    const [one, two] = [await shop.order(product, phone), await shop.order(product, phone)]
    const alone = await shop.order(product, { customerPhone: '+2250708091098' })
    const foresee = async (...orders: { id: string }[]) => {
      const body = { ids: orders.map(({ id }) => id), status: 'CANCELLED', dryRun: true }
      return (await shop.admin.put<ChangeReport>('/orders/status', { body })).body.twins
    }
    expect(await foresee(one, alone)).toBeUndefined()
    expect(await foresee(one, two)).toBe(2)
    await shop.move(one, 'CANCELLED')
    expect(await foresee(two, alone)).toBe(1)
    const done = await shop.admin.put<ChangeReport>('/orders/status', {
      body: { ids: [two.id], status: 'CANCELLED' },
    })
    expect(done.body).not.toHaveProperty('twins')
  })
})

describe('a reference of the seller', () => {
  const problem = { code: 'ALREADY_IMPORTED', errors: [{ path: 'externalRef', code: 'ALREADY_IMPORTED' }] }

  it('is accepted with the rule of the import: one living order of a seller has it', async () => {
    const { user: seller } = await api.as('seller')
    const product = await shop.product({ owner: seller.id })
    const other = await shop.product({ owner: (await api.createUser({ role: 'seller' })).id })
    const post = (of: typeof product, externalRef: unknown) =>
      shop.admin.post<Order>('/orders', { body: { ...orderInput(of), externalRef } })
    const first = await post(product, ' SHOP-7731/a ')
    expect(first).toMatchObject({ status: 201, body: { externalRef: 'SHOP-7731/a' } })
    expect(await post(product, 'SHOP-7731/a')).toMatchObject({ status: 409, body: problem })
    expect(await post(other, 'SHOP-7731/a')).toMatchObject({ status: 201 })
    await expectInvalid(post(product, 'x'.repeat(121)), 'externalRef', 'TOO_LONG')
    expect(await post(product, null)).toMatchObject({ status: 201, body: { externalRef: null } })
    const { body: found } = await shop.admin.get<Listed>(`/orders?keyword=SHOP-7731&owner=${seller.id}`)
    expect(found.items.map(({ id }) => id)).toEqual([first.body.id])
    await shop.admin.put('/orders/delete', { body: { ids: [first.body.id] } })
    expect(await post(product, 'SHOP-7731/a')).toMatchObject({ status: 201 })
  })

  it('is set and removed by an edit, refused where it is taken, and kept by the others’ undo', async () => {
    const product = await shop.product({ owner: (await api.createUser({ role: 'seller' })).id })
    const [one, two] = [await shop.order(product), await shop.order(product)]
    const edit = (id: string, externalRef: unknown) =>
      shop.admin.put<Order>(`/orders/${id}`, { body: { externalRef } })
    expect(await edit(one.id, 'ERP 88-1')).toMatchObject({ status: 200, body: { externalRef: 'ERP 88-1' } })
    expect(await edit(two.id, 'ERP 88-1')).toMatchObject({ status: 409, body: problem })
    const { body: freed } = await edit(one.id, null)
    expect(freed.externalRef).toBeNull()
    expect(await edit(two.id, 'ERP 88-1')).toMatchObject({ status: 200 })
    const { rows } = await api.context.pool.query(
      'select batch_id as batch from changes where record_id = $1 order by version desc limit 1',
      [one.id],
    )
    const undone = await shop.admin.post(`/changes/${rows[0].batch}/undo`)
    expect(undone).toMatchObject({ status: 200, body: { refused: [{ code: 'ALREADY_IMPORTED' }] } })
  })

  it('goes to one of many calls that come at once', async () => {
    const product = await shop.product()
    const body = { ...orderInput(product), externalRef: 'WEBHOOK-4410' }
    const answers = await Promise.all(Array.from({ length: 6 }, () => shop.admin.post('/orders', { body })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409])
  })
})

describe('an edit', () => {
  it('changes what it names, counts the version, and refuses a stale one with the present order', async () => {
    const order = await shop.order(await shop.product(), { comment: 'call first' })
    const edit = { body: { customerName: 'Zoé', quantity: 2 }, version: 1 }
    const edited = await shop.admin.put<Order>(`/orders/${order.id}`, edit)
    expect(edited).toMatchObject({
      status: 200,
      body: { customerName: 'Zoé', quantity: 2, totalPrice: 30_000, version: 2, comment: 'call first' },
    })
    const stale = await shop.admin.put<Problem>(`/orders/${order.id}`, { body: { quantity: 3 }, version: 1 })
    await expectRefusal(stale, 412, 'STALE_VERSION', { current: edited.body })
    const malformed = await shop.admin.put(`/orders/${order.id}`, {
      body: {},
      headers: { 'if-match': 'latest' },
    })
    await expectRefusal(malformed, 400, 'PRECONDITION_INVALID')
    expect(await shop.readOrder(order)).toEqual(edited.body)
  })

  it('that changes nothing keeps the version, and one of an unknown order is 404', async () => {
    const order = await shop.order(await shop.product())
    const same = await shop.admin.put<Order>(`/orders/${order.id}`, { body: { quantity: order.quantity } })
    expect(same.body).toEqual(order)
    expect(await shop.admin.put(`/orders/${missing}`, { body: {} })).toMatchObject({ status: 404 })
    const emptied = await shop.admin.put(`/orders/${order.id}`, {
      body: { customerName: null, country: 'sn' },
    })
    expect(emptied.body).toMatchObject({
      errors: [
        { path: 'country', code: 'READ_ONLY' },
        { path: 'customerName', code: 'REQUIRED' },
      ],
    })
  })

  it('to another product takes that one’s owner and price', async () => {
    const seller = await api.createUser({ role: 'seller' })
    const order = await shop.order(await shop.product())
    const other = await shop.product({ owner: seller.id, price: 700 })
    const body = { product: other.id }
    expect((await shop.admin.put<Order>(`/orders/${order.id}`, { body })).body).toMatchObject({
      product: other.id,
      owner: seller.id,
      price: 700,
      totalPrice: 700,
    })
    const abroad = await shop.product({ country: 'sn' })
    await expectInvalid(
      shop.admin.put(`/orders/${order.id}`, { body: { product: abroad.id } }),
      'product',
      'PRODUCT_NOT_FOUND',
    )
  })

  it('of a confirmed order keeps the reservation right, and its product as it is', async () => {
    const product = await shop.product({ quantity: 5 })
    const order = await shop.order(product, { quantity: 2 })
    await shop.move(order, 'CONFIRMED')
    const put = (body: Record<string, unknown>) => shop.admin.put<Order>(`/orders/${order.id}`, { body })
    expect((await put({ quantity: 5 })).body).toMatchObject({ quantity: 5, productAvailable: 0 })
    await expectRefusal(put({ quantity: 6 }), 409, 'OUT_OF_STOCK')
    expect((await put({ quantity: 1, customerAddress: 'Yopougon' })).body.productAvailable).toBe(4)
    const other = await shop.product()
    await expectRefusal(put({ product: other.id }), 409, 'ORDER_IS_CONFIRMED')
    expect(await shop.readProduct(product)).toMatchObject({ reserved: 1, available: 4, version: 1 })
  })
})

describe('a status', () => {
  it('confirmed reserves stock and makes the one shipping, assigned where a delivery guy came along', async () => {
    const product = await shop.product({ quantity: 3 })
    const courier = await api.createUser({ role: 'delivery' })
    const order = await shop.order(product, { quantity: 2 })
    const confirmed = await shop.move(order, 'CONFIRMED', {
      delivery: courier.id,
      comment: 'before noon',
    })
    expect(confirmed).toMatchObject({
      status: 'CONFIRMED',
      version: 2,
      comment: 'before noon',
      delivery: courier.id,
      deliveryName: courier.name,
      productAvailable: 1,
      shipping: expect.any(String),
      shippingStatus: 'ASSIGNED',
    })
    const shipping = await shop.admin.get(`/shippings/${confirmed.shipping}`)
    expect(shipping.body).toMatchObject({
      order: order.id,
      orderNumber: order.number,
      status: 'ASSIGNED',
      delivery: courier.id,
      customerName: order.customerName,
      totalPrice: order.totalPrice,
      version: 1,
    })
    const cancelled = await shop.move(order, 'CANCELLED')
    expect(cancelled).toMatchObject({ shippingStatus: 'CANCELLED', productAvailable: 3, delivery: null })
    await shop.move(order, 'PENDING', { comment: 'changed their mind' })
    const again = await shop.move(order, 'CONFIRMED')
    expect(again).toMatchObject({
      shipping: confirmed.shipping,
      shippingStatus: 'PENDING',
      productAvailable: 1,
    })
  })

  it('cancelled adds the reason to the comment of each order', async () => {
    const order = await shop.order(await shop.product())
    const cancelled = await shop.move(order, 'CANCELLED', {
      comment: 'Called twice',
      reason: 'Too expensive',
    })
    expect(cancelled.comment).toBe('Called twice\nToo expensive')
  })

  it('not reachable counts the attempts', async () => {
    const order = await shop.order(await shop.product())
    await shop.move(order, 'NOT_REACHABLE')
    expect(await shop.move(order, 'NOT_REACHABLE')).toMatchObject({ attempts: 2, status: 'NOT_REACHABLE' })
  })

  it('not reachable has the time of the next call, until the order moves again', async () => {
    const order = await shop.order(await shop.product())
    const later = await shop.move(order, 'NOT_REACHABLE', { callbackAt: '2026-11-22T10:30:00+01:00' })
    expect(later.callbackAt).toBe('2026-11-22T09:30:00.000Z')
    const edited = await shop.admin.put<Order>(`/orders/${order.id}`, { body: { comment: 'evening' } })
    expect(edited.body.callbackAt).toBe(later.callbackAt)
    expect((await shop.move(order, 'NOT_REACHABLE')).callbackAt).toBeNull()
    await shop.move(order, 'NOT_REACHABLE', { callbackAt: '2026-11-23T08:00:00Z' })
    expect((await shop.move(order, 'CONFIRMED')).callbackAt).toBeNull()
  })

  it('follows the parcel to its end: delivered and lost pieces are gone, cancelled ones free', async () => {
    const product = await shop.product({ quantity: 10 })
    const orders = await Promise.all([1, 2, 3].map((quantity) => shop.order(product, { quantity })))
    await shop.deliver(orders[0]!)
    await shop.moveShipping(await shop.ship(orders[1]!), 'LOST')
    await shop.returned(orders[2]!)
    expect(await shop.readProduct(product)).toMatchObject({ quantity: 7, reserved: 0, available: 7 })
    expect(await shop.readOrder(orders[0]!)).toMatchObject({
      status: 'CONFIRMED',
      shippingStatus: 'DELIVERED',
    })
    for (const order of orders) {
      await expectRefusal(
        shop.admin.put(`/orders/status/${order.id}`, { body: { status: 'CANCELLED' } }),
        409,
        'SHIPPING_IS_OUT',
      )
    }
  })

  it.each([
    ['NO_SUCH_TRANSITION', 409, { status: 'PENDING', comment: 'x' }],
    ['ALREADY_THERE', 409, { status: 'CONFIRMED' }],
    ['VALIDATION_FAILED', 400, { status: 'SHIPPED' }],
    ['VALIDATION_FAILED', 400, {}],
    ['VALIDATION_FAILED', 400, { status: 'CANCELLED', why: 'x' }],
    ['VALIDATION_FAILED', 400, { status: 'CANCELLED', delivery: missing }],
    ['VALIDATION_FAILED', 400, { status: 'CANCELLED', comment: '\ud800' }],
    ['VALIDATION_FAILED', 400, { status: 'CANCELLED', reason: 'x'.repeat(201) }],
    ['VALIDATION_FAILED', 400, { status: 'NOT_REACHABLE', reason: 'x' }],
    ['VALIDATION_FAILED', 400, { status: 'CANCELLED', callbackAt: '2026-11-22T10:30:00Z' }],
    ['VALIDATION_FAILED', 400, { status: 'NOT_REACHABLE', callbackAt: '2026-11-22' }],
    ['VALIDATION_FAILED', 400, { status: 'NOT_REACHABLE', callbackAt: 'tomorrow' }],
  ])('is refused with %s (%i) for a confirmed order and %o', async (code, status, body) => {
    const order = await shop.order(await shop.product())
    await shop.move(order, 'CONFIRMED')
    expect(await shop.admin.put(`/orders/status/${order.id}`, { body })).toMatchObject({
      status,
      body: { code },
    })
  })

  it('is refused out of stock, without a comment to reopen, with a stranger to deliver, when stale, when nowhere', async () => {
    const product = await shop.product({ quantity: 1 })
    const order = await shop.order(product, { quantity: 2 })
    const put = (id: string, body: Record<string, unknown>, version?: number) =>
      shop.admin.put<Problem>(`/orders/status/${id}`, { body, version })
    await expectRefusal(put(order.id, { status: 'CONFIRMED' }), 409, 'OUT_OF_STOCK')
    await expectRefusal(put(order.id, { status: 'CANCELLED' }, 7), 412, 'STALE_VERSION', {
      current: { id: order.id, version: 1, status: 'PENDING' },
    })
    const small = await shop.order(product)
    const abroad = await api.createUser({ role: 'delivery', country: 'sn' })
    const inactive = await api.createUser({ role: 'delivery', isActivated: false })
    for (const delivery of [missing, abroad.id, inactive.id, shop.admin.user.id]) {
      await expectRefusal(put(small.id, { status: 'CONFIRMED', delivery }), 400, 'DELIVERY_GUY_NOT_FOUND', {
        errors: [{ path: 'delivery', code: 'DELIVERY_GUY_NOT_FOUND' }],
      })
    }
    await shop.move(small, 'CANCELLED')
    await expectRefusal(put(small.id, { status: 'PENDING' }), 400, 'COMMENT_REQUIRED')
    await expectRefusal(put(missing, { status: 'CANCELLED' }), 404, 'NOT_FOUND')
    expect(await shop.readProduct(product)).toMatchObject({ reserved: 0 })
  })

  it('cannot leave confirmed once the parcel is out', async () => {
    const order = await shop.order(await shop.product())
    await shop.ship(order)
    const body = { status: 'CANCELLED' }
    await expectRefusal(shop.admin.put(`/orders/status/${order.id}`, { body }), 409, 'SHIPPING_IS_OUT')
    await expectRefusal(
      shop.admin.put(`/orders/${order.id}`, { body: { quantity: 4 } }),
      409,
      'SHIPPING_IS_OUT',
    )
  })
})

describe('an order in the hands of its seller', () => {
  const ofSeller = async (more: Record<string, unknown> = {}) => {
    const seller = await api.as('seller')
    return { seller, order: await shop.order(await shop.product({ owner: seller.user.id }), more) }
  }
  const fixed = ['customerName', 'quantity', 'price', 'externalRef', 'sourceName'] as const

  it('has its phone and address corrected until it is confirmed, and comments at any time', async () => {
    const { seller, order } = await ofSeller()
    const body = { customerPhone: '07 08 09 33 44', customerAddress: 'Rue des Jardins, Cocody' }
    const corrected = await seller.put<Order>(`/orders/${order.id}`, { body })
    expect(corrected).toMatchObject({ status: 200, body: { ...body, customerPhone: '+2250708093344' } })
    await shop.move(order, 'NOT_REACHABLE')
    expect(await seller.put(`/orders/${order.id}`, { body: { customerPhone: '0708093355' } })).toMatchObject({
      status: 200,
    })
    await shop.move(order, 'CONFIRMED')
    expect(await seller.put(`/orders/${order.id}`, { body: { customerAddress: 'Plateau' } })).toMatchObject({
      status: 409,
      body: { code: 'ORDER_NOT_PENDING', errors: [{ path: 'customerAddress', code: 'ORDER_NOT_PENDING' }] },
    })
    expect(await seller.put(`/orders/${order.id}`, { body: { comment: 'Sonner deux fois' } })).toMatchObject({
      status: 200,
      body: { comment: 'Sonner deux fois', customerAddress: 'Rue des Jardins, Cocody' },
    })
    expect(
      await seller.put('/orders/comment', { body: { ids: [order.id], comment: 'Avant midi' } }),
    ).toMatchObject({
      body: { counts: { changed: 1 } },
    })
  })

  it('keeps everything else, also beside a correction, and takes a whole record sent back', async () => {
    const { seller, order } = await ofSeller()
    const body = { customerName: 'Ama', quantity: 9, price: 1, externalRef: 'A-9', sourceName: 'TikTok' }
    expect(
      await seller.put(`/orders/${order.id}`, { body: { ...body, customerAddress: 'Plateau' } }),
    ).toMatchObject({
      status: 400,
      body: {
        code: 'VALIDATION_FAILED',
        errors: expect.arrayContaining(fixed.map((path) => ({ path, code: 'READ_ONLY' }))),
      },
    })
    expect(await shop.readOrder(order)).toEqual(order)
    const sent = { ...order, customerAddress: 'Plateau, tour C' }
    expect(await seller.put(`/orders/${order.id}`, { body: sent })).toMatchObject({
      status: 200,
      body: { customerAddress: 'Plateau, tour C' },
    })
  })

  it('is cancelled by them while pending, with a reason, and can be taken back', async () => {
    const { seller, order } = await ofSeller()
    const { body: cancelled } = await seller.put<{ status: string; comment: string }>(
      `/orders/status/${order.id}`,
      { body: { status: 'CANCELLED', reason: 'Numéro erroné' } },
    )
    expect(cancelled).toMatchObject({ status: 'CANCELLED', comment: 'Numéro erroné' })
    const { body: changes } = await seller.get<{ items: { id: string }[] }>('/changes?limit=1')
    expect(await seller.post(`/changes/${changes.items[0]!.id}/undo`)).toMatchObject({ status: 200 })
    expect(await shop.readOrder(order)).toMatchObject({ status: 'PENDING' })

    for (const status of ['NOT_REACHABLE', 'CONFIRMED'] as const) {
      await shop.move(order, status)
      expect(await seller.put(`/orders/status/${order.id}`, { body: { status: 'CANCELLED' } })).toMatchObject(
        { status: 409, body: { code: 'ORDER_NOT_PENDING' } },
      )
    }
    for (const status of ['CONFIRMED', 'NOT_REACHABLE', 'PENDING']) {
      expect(
        await seller.put(`/orders/status/${order.id}`, { body: { status, comment: 'encore' } }),
      ).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    }
  })
})
