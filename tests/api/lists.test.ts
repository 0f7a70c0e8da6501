import { describe, expect, it } from 'vitest'
import type { Order } from '../../domain/orders/order.ts'
import { expectInvalid } from '../support/api/caller.ts'
import { countStatements } from '../support/api/count-statements.ts'
import { openShopApi } from '../support/api/shop.ts'

const { api, shop } = await openShopApi()
const product = await shop.product({ name: 'Écran solaire', quantity: 1000 })
await shop.orders(product, 60)

type Listed = { items: Order[]; total: number }
const list = async (query: string): Promise<Listed> => {
  const { status, body } = await shop.admin.get<Listed>(`/orders?${query}`)
  expect(status).toBe(200)
  return body
}

describe('a list', () => {
  it('answers ten of the newest and the whole count unless asked otherwise', async () => {
    const { items, total } = await list('')
    expect(items).toHaveLength(10)
    expect(total).toBe(60)
    const newest = items.map((item) => item.number)
    expect(newest).toEqual([...newest].sort((a, b) => b - a))
  })

  it('gives every record once over its pages, in any sort', async () => {
    const sorts = [
      'createdAt',
      'number',
      'customerName',
      'totalPrice',
      'quantity',
      'attempts',
      'status',
      'updatedAt',
    ]
    for (const sort of sorts.flatMap((key) => [key, `-${key}`])) {
      const pages = await Promise.all([0, 25, 50].map((skip) => list(`sort=${sort}&limit=25&skip=${skip}`)))
      const ids = pages.flatMap((page) => page.items.map((item) => item.id))
      expect(new Set(ids).size, sort).toBe(60)
    }
  })

  it('takes as many statements for 60 rows as for one', async () => {
    const one = await countStatements(api.context.pool, () => list('limit=1'))
    const many = await countStatements(api.context.pool, () => list('limit=500'))
    expect(one).toBeGreaterThan(0)
    expect(many).toBe(one)
    // Session, ids with count, rows.
    expect(many).toBeLessThanOrEqual(3)
  })

  it('filters by any of, by range, by none, by time and by ids, all of them at once', async () => {
    const wanted = await shop.order(product, { quantity: 7 })
    const [other] = await shop.orders(product, 1, { quantity: 3 })
    await shop.move(wanted, 'NOT_REACHABLE')
    const queries: [string, number][] = [
      [`ids=${wanted.id},${other}`, 2],
      ['status=NOT_REACHABLE,CANCELLED', 1],
      ['quantity=5..', 1],
      ['quantity=3', 1],
      ['attempts=1..3', 1],
      ['total=105000..', 1],
      ['total=>105000..', 0],
      ['total=..<105000', 61],
      ['total=>44999..<105000', 1],
      ['delivery=none&status=NOT_REACHABLE', 1],
      ['country=sn,fr', 0],
      ['country=ic', 62],
      [`product=${product.id}&owner=${product.owner}`, 62],
      ['from=2100-01-01', 0],
      ['to=2100-01-01', 62],
      ['duplicate=false', 62],
      [`status=PENDING&ids=${wanted.id}`, 0],
    ]
    for (const [query, total] of queries) {
      expect((await list(query)).total, query).toBe(total)
    }
  })

  it('reads as many ids as a filter may have, and refuses one more by name', async () => {
    const ids = Array.from({ length: 501 }, () => crypto.randomUUID())
    expect((await list(`ids=${encodeURIComponent(ids.slice(1).join())}`)).total).toBe(0)
    await expectInvalid(
      shop.admin.get(`/orders?ids=${encodeURIComponent(ids.join())}`),
      'ids',
      'TOO_MANY_IDS',
    )
  })

  it('refuses what it does not know, each by name', async () => {
    const bad = 'colour=red&limit=501&skip=-1&sort=price&status=LOST&owner=me&quantity=many&from=2026-02-30'
    expect(await shop.admin.get(`/orders?${bad}`)).toMatchObject({
      status: 400,
      body: {
        code: 'VALIDATION_FAILED',
        errors: expect.arrayContaining([
          { path: 'colour', code: 'UNKNOWN_PARAMETER' },
          { path: 'limit', code: 'NOT_AN_INTEGER' },
          { path: 'skip', code: 'NOT_AN_INTEGER' },
          { path: 'sort', code: 'NOT_A_CHOICE' },
          { path: 'status', code: 'NOT_A_CHOICE' },
          { path: 'owner', code: 'NOT_AN_ID' },
          { path: 'quantity', code: 'NOT_A_NUMBER' },
          { path: 'from', code: 'NOT_A_DATE' },
        ]),
      },
    })
    expect(await shop.admin.get('/orders?keyword=a%00b')).toMatchObject({ status: 400 })
    expect(await shop.admin.get('/orders?status=PENDING&status=CONFIRMED')).toMatchObject({ status: 400 })
  })

  it('hides what is deleted', async () => {
    const [gone] = await shop.orders(product, 1)
    await shop.admin.put('/orders/delete', { body: { ids: [gone] } })
    expect((await list(`ids=${gone}`)).total).toBe(0)
    expect(await shop.admin.get(`/orders/${gone}`)).toMatchObject({ status: 404 })
  })
})

describe('a keyword', () => {
  it('finds words in any order, without accents, by their pieces; numbers first; phones however written', async () => {
    const order = await shop.order(product, {
      customerName: 'Aïcha N’Guessan',
      customerPhone: '+225 05 44 33 22 11',
      customerAddress: 'Cœur de Marcory, lot 77',
    })
    const finds = [
      "aicha n'guessan",
      'nguessan aicha',
      'GUESSAN aïcha',
      'coeur marcory',
      'ecran guess',
      'ai gue',
      `${order.number}`,
      `#${order.number}`,
      '05 44 33 22 11',
      '0544332211',
      '+2250544332211',
      '00225 05.44.33.22.11',
      '44332211',
      '544332211',
      'aicha 0544',
      'lot 77 aicha',
    ]
    for (const keyword of finds) {
      const { items } = await list(`keyword=${encodeURIComponent(keyword)}`)
      expect(items[0]?.id, keyword).toBe(order.id)
    }
    for (const keyword of ['aicha kouassi', '%', '_', '!!', '#5', 'aicha 0655', '0144332211']) {
      const { items } = await list(`keyword=${encodeURIComponent(keyword)}`)
      expect(
        items.map((item) => item.id),
        keyword,
      ).not.toContain(order.id)
    }
  })

  it('finds French numbers with their 0, with +33, and with both', async () => {
    const french = await shop.product({ country: 'fr', price: 19.9 })
    const order = await shop.order(french, { customerPhone: '06 12 34 56 78' })
    for (const keyword of [
      '06 12 34 56 78',
      '0612345678',
      '+33 6 12 34',
      '+33 (0)6 12 34 56 78',
      '0033612345678',
      '612345',
    ]) {
      const { items } = await list(`keyword=${encodeURIComponent(keyword)}`)
      expect(
        items.map((item) => item.id),
        keyword,
      ).toEqual([order.id])
    }
  })

  it('follows an edit, and its product’s new name', async () => {
    const own = await shop.product({ name: 'Balance de cuisine' })
    const order = await shop.order(own, { customerName: 'Fatou Diop' })
    await shop.admin.put(`/orders/${order.id}`, { body: { customerName: 'Mariam Traoré' } })
    expect((await list('keyword=fatou')).total).toBe(0)
    expect((await list('keyword=traore balance')).total).toBe(1)
    await shop.admin.put(`/products/${own.id}`, { body: { name: 'Mixeur' } })
    expect((await list('keyword=balance')).total).toBe(0)
    expect((await list('keyword=mixeur mariam')).total).toBe(1)
  })
})
