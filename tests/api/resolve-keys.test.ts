import { describe, expect, it } from 'vitest'
import type { Order } from '../../domain/orders/order.ts'
import { encodeScan } from '../../domain/scans/scan-code.ts'
import { maxKeys, type ResolvedKeys, splitRecordKeys } from '../../domain/search/record-keys.ts'
import { countStatements } from '../support/api/count-statements.ts'
import { openShopApi } from '../support/api/shop.ts'

const { api, shop } = await openShopApi()
const product = await shop.product()
const orders: Order[] = []
for (let made = 0; made < 4; made++) orders.push(await shop.order(product))
await api.context.pool.query('update orders set external_ref = $1 where id = $2', ['CMD-77', orders[2]!.id])

const resolve = async (keys: readonly string[], resource = 'orders', caller = shop.admin) => {
  const { status, body } = await caller.post<ResolvedKeys>(`/${resource}/resolve`, { body: { keys } })
  expect(status).toBe(200)
  return body
}

describe('POST orders/resolve', () => {
  it('finds a record by number, scan code, telephone and own reference, and says what it does not know', async () => {
    const [first, second, third, fourth] = orders as [Order, Order, Order, Order]
    const keys = [
      `n° ${first.number}`,
      encodeScan({ kind: 'orders', number: second.number }),
      'cmd-77',
      fourth.customerPhone.replace('+225', ''),
      '1',
      encodeScan({ kind: 'shippings', number: first.number }),
      'rien du tout',
    ]
    expect(await resolve(keys)).toEqual({
      found: [first, second, third, fourth].map(({ id }, at) => ({ key: keys[at], id, isListed: true })),
      unknown: keys.slice(4),
      ambiguous: [],
    })
  })

  it('says how many records a key names where it is more than one', async () => {
    const product = await shop.product()
    const customerPhone = '+2250555443322'
    for (let made = 0; made < 3; made++) await shop.order(product, { customerPhone })
    expect(await resolve(['05 55 44 33 22'])).toEqual({
      found: [],
      unknown: [],
      ambiguous: [{ key: '05 55 44 33 22', count: 3 }],
    })
  })

  it('answers a key that is given twice once, and two keys of one record each', async () => {
    const [{ id, number }] = orders as [Order]
    expect((await resolve([`${number}`, `${number}`, `#${number}`])).found).toEqual([
      { key: `${number}`, id, isListed: true },
      { key: `#${number}`, id, isListed: true },
    ])
  })

  it('knows nothing beyond the reach of the caller, and nothing that is deleted', async () => {
    const seller = await api.as(await api.createUser({ role: 'seller' }))
    const own = await shop.order(await shop.product({ owner: seller.user.id }))
    const gone = await shop.order(await shop.product({ owner: seller.user.id }))
    await shop.admin.put('/orders/delete', { body: { ids: [gone.id] } })
    const keys = [own.number, gone.number, orders[0]!.number].map(String)
    const { found, unknown } = await resolve(keys, 'orders', seller)
    expect(found).toEqual([{ key: keys[0], id: own.id, isListed: true }])
    expect(unknown).toEqual(keys.slice(1))
  })

  it('says which of them a list shows', async () => {
    const product = await shop.product()
    const [shown, hidden] = [await shop.order(product), await shop.order(product)]
    await shop.move(shown, 'CONFIRMED')
    const keys = [shown, hidden].map(({ number }) => `${number}`)
    const listed = async (list: object) => {
      const body = { keys, list }
      return (await shop.admin.post<ResolvedKeys>('/orders/resolve', { body })).body.found.map(
        ({ isListed }) => isListed,
      )
    }
    expect(await listed({})).toEqual([true, true])
    expect(await listed({ status: 'CONFIRMED', country: 'ic' })).toEqual([true, false])
    expect(await listed({ product: product.id, country: 'tn' })).toEqual([false, false])
    // This filter joins shippings.
    expect(await listed({ shippingStatus: 'PENDING' })).toEqual([true, false])
  })

  it('takes ten thousand keys in one statement beside those of the session', async () => {
    const product = await shop.product()
    const ids = await shop.orders(product, 3_000)
    const { rows } = await api.context.pool.query<{ number: string }>(
      'select number from orders where id = any($1) order by random()',
      [ids],
    )
    const known = rows.map(({ number }) => number)
    const noise = Array.from({ length: maxKeys - known.length }, (_, at) => `X${at}`)
    const statements = await countStatements(api.context.pool, async () => {
      const { found, unknown, ambiguous } = await resolve([...known, ...noise])
      expect(found.map(({ key }) => key)).toEqual(known)
      expect(new Set(found.map(({ id }) => id))).toEqual(new Set(ids))
      expect(unknown).toEqual(noise)
      expect(ambiguous).toEqual([])
    })
    expect(statements).toBeLessThanOrEqual(5)
  })
})

describe('a pasted list of 2,000 keys', () => {
  it('shuffled, in every written form and among noise, names exactly its records', async () => {
    const product = await shop.product()
    const ids = await shop.orders(product, 2_000)
    const { rows } = await api.context.pool.query<{ number: string; phone: string }>(
      'select number, customer_phone as phone from orders where id = any($1) order by random()',
      [ids],
    )
    const forms = [
      (number: number) => `${number}`,
      (number: number) => `n° ${number}`,
      (number: number) => `"#${number}"`,
      (number: number) => encodeScan({ kind: 'orders', number }),
    ]
    const separators = ['\n', ' ; ', '\t', ', ', ' | ', '\r\n\r\n']
    const text = rows
      .map(({ number, phone }, at) => {
        const key = at % 5 === 4 ? phone : forms[at % 5]!(Number(number))
        const noise = at % 7 === 0 ? `X-${at}${separators[at % 5]!}` : ''
        return `${noise}${key}${separators[at % separators.length]!}`
      })
      .join('')
    const { found, unknown, ambiguous } = await resolve(splitRecordKeys(text, 'ic'))
    expect(new Set(found.map(({ id }) => id))).toEqual(new Set(ids))
    expect(found).toHaveLength(ids.length)
    expect(unknown).toEqual(rows.flatMap((_, at) => (at % 7 === 0 ? [`X-${at}`] : [])))
    expect(ambiguous).toEqual([])
  })
})

describe('POST shippings/resolve', () => {
  it('finds a parcel by its own number and code, and by the telephone and reference of its order', async () => {
    const order = await shop.order(await shop.product())
    await api.context.pool.query('update orders set external_ref = $1 where id = $2', ['SHOP/9', order.id])
    await shop.move(order, 'CONFIRMED')
    const parcel = await shop.shippingOf(order)
    const keys = [
      `${parcel.number}`,
      encodeScan({ kind: 'shippings', number: parcel.number }),
      order.customerPhone,
      'shop/9',
    ]
    expect(await resolve(keys, 'shippings')).toEqual({
      found: keys.map((key) => ({ key, id: parcel.id, isListed: true })),
      unknown: [],
      ambiguous: [],
    })
  })
})

describe('a call that resolves keys', () => {
  it.each([
    [{}, { path: 'keys', code: 'REQUIRED' }],
    [{ keys: [] }, { path: 'keys', code: 'REQUIRED' }],
    [{ keys: '1' }, { path: 'keys', code: 'NOT_A_LIST' }],
    [{ keys: ['1', 2] }, { path: 'keys.1', code: 'NOT_TEXT' }],
    [{ keys: ['1', '\u0000'] }, { path: 'keys.1', code: 'NOT_TEXT' }],
    [{ keys: [' '] }, { path: 'keys.0', code: 'REQUIRED' }],
    [{ keys: ['x'.repeat(101)] }, { path: 'keys.0', code: 'TOO_LONG' }],
    [
      { keys: ['1'], country: 'xx' },
      { path: 'country', code: 'NOT_A_CHOICE' },
    ],
    [
      { keys: ['1'], list: { status: 'NONE' } },
      { path: 'list.status', code: 'NOT_A_CHOICE' },
    ],
    [
      { keys: ['1'], list: 'all' },
      { path: 'list', code: 'BAD_JSON' },
    ],
    [
      { keys: ['1'], more: 1 },
      { path: 'more', code: 'UNKNOWN_FIELD' },
    ],
    [
      { keys: Array.from({ length: maxKeys + 1 }, (_, at) => `${at}`) },
      { path: 'keys', code: 'TOO_MANY_IDS' },
    ],
  ])('refuses %j', async (body, problem) => {
    const answer = await shop.admin.post<{ errors: object[] }>('/orders/resolve', { body })
    expect(answer.status).toBe(400)
    expect(answer.body.errors[0]).toMatchObject(problem)
  })
})
