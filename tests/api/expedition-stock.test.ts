import { describe, expect, it } from 'vitest'
import type { ChangeReport, Problem } from '../../domain/changes/changes.ts'
import type { Expedition } from '../../domain/expeditions/expedition.ts'
import type { Product } from '../../domain/products/product.ts'
import { expectRefusal, missing } from '../support/api/caller.ts'
import { goodsInputs, openGoodsApi } from '../support/api/goods.ts'
import { waitingStatements } from '../support/api/held-row.ts'
import { startShop } from '../support/api/shop.ts'

const { api, goods } = await openGoodsApi()
const shop = await startShop(api)

const product = (quantity = 100): Promise<Product> => goods.create('products', { quantity })
const bringing = ({ id }: { id: string }, quantity: number): Promise<Expedition> =>
  goods.create('expeditions', { product: id, quantity })
const stockOf = async (one: { id: string }) => (await goods.read('products', one)).quantity
const lastBatch = async (one: { id: string }) => (await goods.history('expeditions', one))[0]!.batchId

describe('a confirmed expedition', () => {
  it('counts in its product’s stock, adds a line to the product’s history, and updates the live lists', async () => {
    const goal = await product(10)
    const one = await bringing(goal, 25)
    await goods.answer('expeditions', one)
    expect(await goods.read('products', goal)).toMatchObject({ quantity: 35, available: 35, version: 2 })
    const [line] = await goods.history('products', goal)
    const batchId = await lastBatch(one)
    expect(line).toMatchObject({
      verb: 'expedition.confirm',
      batchId,
      before: { quantity: 10 },
      after: { quantity: 35 },
    })
    const { rows } = await api.context.pool.query(
      'select resource, verb, ids from events where batch_id = $1 order by id',
      [batchId],
    )
    expect(rows).toEqual([
      { resource: 'expeditions', verb: 'expedition.confirm', ids: [one.id] },
      { resource: 'products', verb: 'expedition.confirm', ids: [goal.id] },
    ])
    await goods.answer('expeditions', one)
    expect(await stockOf(goal)).toBe(10)
  })

  it('does not come out of stock once its goods are used', async () => {
    const goal = await product(0)
    const one = await bringing(goal, 5)
    await goods.answer('expeditions', one)
    const order = await shop.order(goal, { quantity: 3 })
    await shop.move(order, 'CONFIRMED')
    const used = { status: 409, body: { code: 'STOCK_USED' } }
    expect(await goods.answer('expeditions', one)).toMatchObject(used)
    expect(await goods.answer('expeditions', one, 'NOT_YET')).toMatchObject(used)
    expect(await goods.undo(await lastBatch(one))).toMatchObject({ refused: [{ code: 'STOCK_USED' }] })
    expect(await goods.read('products', goal)).toMatchObject({ quantity: 5, reserved: 3 })
    await shop.move(order, 'CANCELLED')
    expect(await goods.answer('expeditions', one)).toMatchObject({ status: 200 })
    expect(await goods.read('products', goal)).toMatchObject({ quantity: 0, reserved: 0 })
  })

  it('keeps its product and quantity, may be edited else, and is not deleted', async () => {
    const [goal, other] = [await product(), await product()]
    const one = await bringing(goal, 5)
    await goods.answer('expeditions', one)
    const put = (body: object) => goods.admin.put(`/expeditions/${one.id}`, { body })
    const refusal = { status: 409, body: { code: 'EXPEDITION_IS_CONFIRMED' } }
    for (const body of [{ quantity: 6 }, { product: other.id }, { product: null }]) {
      expect(await put(body)).toMatchObject(refusal)
    }
    expect(await put({ quantity: 5, product: goal.id, comment: 'arrivée' })).toMatchObject({
      status: 200,
      body: { comment: 'arrivée', version: 3 },
    })
    expect((await goods.bulk('/expeditions/delete', { ids: [one.id] })).counts.refusedBy).toEqual({
      EXPEDITION_IS_CONFIRMED: 1,
    })
    expect(await stockOf(goal)).toBe(105)
  })

  it('that was edited before brings the edited quantity', async () => {
    const [goal, other] = [await product(0), await product(0)]
    const one = await bringing(goal, 5)
    await goods.admin.put(`/expeditions/${one.id}`, { body: { quantity: 8, product: other.id } })
    await goods.answer('expeditions', one)
    expect([await stockOf(goal), await stockOf(other)]).toEqual([0, 8])
  })

  it('makes an edit of its product stale, and never undoes what it brought', async () => {
    const goal = await product(10)
    const path = `/products/${goal.id}`
    await goods.admin.put(path, { body: { quantity: 20 } })
    const [edit] = await goods.history('products', goal)
    await goods.answer('expeditions', await bringing(goal, 5))
    expect(await goods.admin.put(path, { body: { quantity: 30 }, version: 2 })).toMatchObject({
      status: 412,
      body: { current: { quantity: 25, version: 3 } },
    })
    expect(await goods.undo(edit!.batchId)).toMatchObject({ refused: [{ code: 'MOVED_ON' }] })
    expect(await stockOf(goal)).toBe(25)
  })
})

describe('undoing', () => {
  it('a confirmation takes the goods out again, the redo brings them back', async () => {
    const goal = await product(10)
    const one = await bringing(goal, 5)
    await goods.answer('expeditions', one)
    const undo = await goods.undo(await lastBatch(one))
    expect(await goods.read('expeditions', one)).toMatchObject({ status: 'PENDING', version: 3 })
    expect(await stockOf(goal)).toBe(10)
    await goods.undo(undo.batchId)
    expect(await goods.read('expeditions', one)).toMatchObject({ status: 'CONFIRMED', version: 4 })
    expect(await stockOf(goal)).toBe(15)
  })

  it('an unconfirmation brings them back, and restores the previous answer', async () => {
    const goal = await product(0)
    const one = await bringing(goal, 5)
    await goods.answer('expeditions', one)
    await goods.answer('expeditions', one, 'NO_COMMENT')
    expect(await stockOf(goal)).toBe(0)
    await goods.undo(await lastBatch(one))
    expect(await goods.read('expeditions', one)).toMatchObject({ status: 'CONFIRMED' })
    expect(await stockOf(goal)).toBe(5)
  })

  it('an edit is refused once the expedition was confirmed', async () => {
    const goal = await product(0)
    const one = await bringing(goal, 5)
    await goods.admin.put(`/expeditions/${one.id}`, { body: { quantity: 9 } })
    const edit = await lastBatch(one)
    await goods.answer('expeditions', one)
    expect(await goods.undo(edit)).toMatchObject({ refused: [{ id: one.id, code: 'MOVED_ON' }] })
    expect(await stockOf(goal)).toBe(9)
  })

  it('undoes each of many as far as the stock allows', async () => {
    const goal = await product(0)
    const [first, second, third] = await Promise.all([1, 2, 3].map(() => bringing(goal, 4)))
    const ids = [first!, second!, third!].map(({ id }) => id).sort()
    const report = await goods.bulk('/expeditions/status', { ids, status: 'CONFIRMED' })
    expect(await stockOf(goal)).toBe(12)
    await shop.move(await shop.order(goal, { quantity: 4 }), 'CONFIRMED')
    const undo = await goods.undo(report.batchId)
    expect(undo.counts).toMatchObject({ changed: 2, refusedBy: { STOCK_USED: 1 } })
    expect(undo.changed.map(({ id }) => id)).toEqual([ids[2], ids[1]])
    const left = await goods.read('expeditions', { id: ids[0]! })
    expect(left.status).toBe('CONFIRMED')
    expect(await stockOf(goal)).toBe(left.quantity)
  })
})

describe('a bulk answer', () => {
  it('decides one after the other with what is left, as the dry run said', async () => {
    const goal = await product(0)
    const ids = (await Promise.all([1, 2, 3, 4].map(() => bringing(goal, 5)))).map(({ id }) => id).sort()
    const free = await goods.create('expeditions')
    await goods.bulk('/expeditions/status', { where: { product: goal.id }, status: 'CONFIRMED' })
    expect(await stockOf(goal)).toBe(20)
    await shop.move(await shop.order(goal, { quantity: 8 }), 'CONFIRMED')
    const body = { ids: [...ids, free.id, missing], status: 'PENDING' }
    const counts = { changed: 2, refused: 4, refusedBy: { STOCK_USED: 2, ALREADY_THERE: 1, NOT_FOUND: 1 } }
    const dry = await goods.bulk('/expeditions/status', { ...body, dryRun: true })
    expect(dry).toMatchObject({ batchId: null, counts })
    expect(await stockOf(goal)).toBe(20)
    const wet = await goods.bulk('/expeditions/status', body)
    expect(wet.counts).toEqual(counts)
    expect(wet.changed.map(({ id }) => id)).toEqual(ids.slice(0, 2))
    expect(dry.changed.map(({ id }) => id)).toEqual(ids.slice(0, 2))
    expect(await goods.read('products', goal)).toMatchObject({ quantity: 10, reserved: 8 })
  })

  it('without a status gives each the next one, and stock freed by one serves another', async () => {
    const goal = await product(0)
    const ids = (await Promise.all([6, 6].map((pieces) => bringing(goal, pieces)))).map(({ id }) => id).sort()
    await goods.answer('expeditions', { id: ids[1]! })
    await shop.move(await shop.order(goal, { quantity: 6 }), 'CONFIRMED')
    const report = await goods.bulk('/expeditions/status', { ids })
    expect(report.counts).toEqual({ changed: 2, refused: 0, refusedBy: {} })
    const statuses = await Promise.all(
      ids.map(async (id) => (await goods.read('expeditions', { id })).status),
    )
    expect(statuses).toEqual(['CONFIRMED', 'PENDING'])
    expect(await goods.read('products', goal)).toMatchObject({ quantity: 6, reserved: 6, version: 2 })
    const verbs = await Promise.all(
      ids.map(async (id) => (await goods.history('expeditions', { id }))[0]!.verb),
    )
    expect(verbs).toEqual(['expedition.confirm', 'expedition.unconfirm'])
    const undo = await goods.undo(report.batchId)
    expect(undo.counts).toEqual({ changed: 2, refused: 0, refusedBy: {} })
    expect(await goods.read('expeditions', { id: ids[1]! })).toMatchObject({ status: 'CONFIRMED' })
    expect(await goods.read('products', goal)).toMatchObject({ quantity: 6, reserved: 6 })
  })
})

describe('more than a step of a job', () => {
  it('adds all goods to stock in one batch that is undone as a whole', { tags: 'full' }, async () => {
    const goal = await product(3)
    await api.context.pool.query(
      `insert into expeditions (id, country, owner, name, price, quantity, mode, product)
       select gen_random_uuid(), 'ic', $1, 'Lot', 1000, 2, 'AIR', $2 from generate_series(1, 1200)`,
      [goods.admin.user.id, goal.id],
    )
    const body = { where: { product: goal.id } }
    const report = await goods.bulk('/expeditions/status', body)
    expect(report.counts).toEqual({ changed: 1_200, refused: 0, refusedBy: {} })
    expect(await stockOf(goal)).toBe(2_403)
    expect((await goods.undo(report.batchId)).counts.changed).toBe(1_200)
    expect(await stockOf(goal)).toBe(3)
    expect((await goods.bulk('/expeditions/delete', body)).counts.changed).toBe(1_200)
  })
})

describe('many at once', () => {
  /** Invariant: stock is the initial quantity plus confirmed expeditions. */
  const expectSoundStock = async (goal: Product) => {
    const { rows } = await api.context.pool.query(
      `select p.quantity, p.reserved, (select coalesce(sum(e.quantity), 0)::int from expeditions e
         where e.product = p.id and e.status = 'CONFIRMED' and e.deleted_at is null) as brought,
         (select coalesce(sum(o.quantity), 0)::int from orders o
         where o.product = p.id and o.status = 'CONFIRMED' and o.deleted_at is null) as held
       from products p where p.id = $1`,
      [goal.id],
    )
    const [{ quantity, reserved, brought, held }] = rows
    expect(quantity).toBe(goal.quantity + brought)
    expect(reserved).toBe(held)
    expect(quantity).toBeGreaterThanOrEqual(reserved)
  }

  it('confirm an expedition once', async () => {
    const goal = await product(0)
    const one = await bringing(goal, 5)
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => goods.answer('expeditions', one, 'CONFIRMED')),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
    expect(await stockOf(goal)).toBe(5)
  })

  it('take it back once', async () => {
    const goal = await product(7)
    const one = await bringing(goal, 5)
    await goods.answer('expeditions', one)
    const answers = await Promise.all([1, 2].map(() => goods.answer('expeditions', one, 'PENDING')))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await stockOf(goal)).toBe(7)
  })

  it('never give the same pieces to an order and back to the transporter', async () => {
    const goal = await product(0)
    const brought = await Promise.all([1, 2, 3, 4].map(() => bringing(goal, 5)))
    const ids = brought.map(({ id }) => id)
    await goods.bulk('/expeditions/status', { ids, status: 'CONFIRMED' })
    const orders = await shop.orders(goal, 20)
    const put = (path: string, body?: object) => goods.admin.put(path, { body })
    const answers = await Promise.all([
      ...orders.map((id) => put(`/orders/status/${id}`, { status: 'CONFIRMED' })),
      ...ids.map((id) => put(`/expeditions/status/${id}`, { status: 'PENDING' })),
      put('/expeditions/status', { ids: [...ids].reverse() }),
      put('/orders/status', { ids: orders, status: 'CONFIRMED' }),
      put(`/products/${goal.id}`, { name: 'Lanterne' }),
    ])
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    await expectSoundStock(goal)
  })

  it('do not name a product that is being deleted', async () => {
    const goal = await product()
    const client = await api.context.pool.connect()
    try {
      await client.query('begin')
      await client.query('select 1 from products where id = $1 for update', [goal.id])
      const body = { ...goodsInputs.expeditions(), product: goal.id }
      const creating = goods.admin.post<Problem>('/expeditions', { body })
      await expect.poll(() => waitingStatements(api.context.pool)).toBe(1)
      await client.query('update products set deleted_at = now(), version = 2 where id = $1', [goal.id])
      await client.query('commit')
      await expectRefusal(creating, 400, 'PRODUCT_NOT_FOUND')
    } finally {
      client.release()
    }
  })

  it('over opposite halves of the same expeditions leave the stock sound', async () => {
    const goals = await Promise.all([product(3), product(4)])
    const made = await Promise.all(
      Array.from({ length: 30 }, (_, at) => bringing(goals[at % 2]!, 1 + (at % 3))),
    )
    const ids = made.map(({ id }) => id)
    const answers = await Promise.all([
      ...[ids, [...ids].reverse(), ids.slice(10), ids.slice(0, 20)].map((some) =>
        goods.admin.put<ChangeReport>('/expeditions/status', { body: { ids: some } }),
      ),
      goods.admin.put('/expeditions/delete', { body: { ids: ids.slice(5, 15) } }),
      ...ids.slice(0, 5).map((id) => goods.admin.put(`/expeditions/${id}`, { body: { quantity: 9 } })),
    ])
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    for (const goal of goals) await expectSoundStock(goal)
  })
})
