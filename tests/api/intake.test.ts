import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import type { ChangeReport } from '../../domain/changes/changes.ts'
import type { Customer } from '../../domain/customers/customer.ts'
import type { IntakeEvent } from '../../domain/intake/intake.ts'
import type { Order } from '../../domain/orders/order.ts'
import type { Shipping } from '../../domain/shippings/shipping.ts'
import type { SourceWithSecret } from '../../domain/sources/source.ts'
import { openApi } from '../support/api/start-api.ts'

const api = await openApi()

type Page<Item> = { items: Item[]; total: number }
type Sent = { status: number; body: string }

const send = async (
  source: { address: string; secret: string },
  event: unknown,
  { secret = source.secret, headers = {} }: { secret?: string; headers?: Record<string, string> } = {},
): Promise<Sent> => {
  const body = typeof event === 'string' ? event : JSON.stringify(event)
  const signature = createHmac('sha256', secret).update(body).digest('hex')
  const answer = await api.app.inject({
    method: 'POST',
    url: source.address,
    payload: body,
    headers: { 'content-type': 'application/json', 'x-waybill-signature': `sha256=${signature}`, ...headers },
  })
  return { status: answer.statusCode, body: answer.body }
}

const order = (id: string, more: object = {}) => ({
  id,
  createdAt: '2026-11-27T08:00:00Z',
  currency: 'XOF',
  customer: { name: 'Awa Koné', phone: '0701020304' },
  address: { line: 'Rue 12', city: 'Abidjan' },
  items: [{ sku: null, name: 'Lampe de marche', quantity: 2, price: 5_000 }],
  outstanding: 11_000,
  note: 'Appeler le matin',
  ...more,
})

const openSource = async () => {
  const seller = await api.as(await api.createUser({ role: 'seller' }))
  const { body: source } = await seller.post<SourceWithSecret & { secret: string }>('/sources', {
    body: { country: 'ic', name: 'Boutique du marché', kind: 'generic' },
  })
  const admin = await api.as('admin')
  const { body: product } = await admin.post<{ id: string }>('/products', {
    body: { country: 'ic', name: 'Lampe de marche', price: 5_000, quantity: 100, owner: seller.user.id },
  })
  return { seller, source, product }
}

test('an order of a shop becomes ours once, however often its event comes', async () => {
  const { seller, source } = await openSource()
  expect(source.address).toMatch(/^\/hooks\/[\w-]{40,}$/)
  expect(await send(source, order('A1'))).toEqual({ status: 200, body: '{}' })
  await Promise.all(Array.from({ length: 10 }, () => send(source, order('A1'))))
  const inbox = async () => (await seller.get<Page<IntakeEvent>>(`/intake?source=${source.id}&limit=50`)).body
  await expect.poll(async () => (await inbox()).items.every(({ verdict }) => verdict !== null)).toBe(true)
  const { items, total } = await inbox()
  expect(total).toBe(11)
  expect(items.map(({ verdict }) => verdict).toSorted()).toEqual([
    'created',
    ...Array.from({ length: 10 }, () => 'duplicate'),
  ])
  const orders = (await seller.get<Page<Order>>('/orders?keyword=0701020304')).body
  expect(orders.items).toMatchObject([
    {
      customerName: 'Awa Koné',
      customerPhone: '+2250701020304',
      quantity: 2,
      totalPrice: 11_000,
      sourceName: 'Boutique du marché',
    },
  ])
})

test('takes nothing that is not signed by the source’s secret, or by its former one for a day', async () => {
  const { seller, source } = await openSource()
  expect((await send(source, order('B1'), { secret: 'something else' })).status).toBe(401)
  const { body: rotated } = await seller.put<SourceWithSecret>(`/sources/rotate/${source.id}`, { body: {} })
  expect(rotated.secret).not.toBe(source.secret)
  expect((await send(source, order('B1'))).status, 'former').toBe(200)
  expect((await send(source, order('B1'), { secret: rotated.secret! })).status).toBe(200)
  api.clock.advance(25 * 3_600_000)
  expect((await send(source, order('B1'))).status).toBe(401)
  const { body: read } = await (await api.as(seller.user)).get(`/sources/${source.id}`)
  expect(read).not.toHaveProperty('secret')
})

test('a line without a product waits, and follows once it is said which one it means', async () => {
  const { seller, source, product } = await openSource()
  const items = [{ sku: 'LM-9', name: 'Lampe', quantity: 1, price: 5_000 }]
  for (const id of ['C1', 'C2']) await send(source, order(id, { items, outstanding: 5_000 }))
  const inbox = async () =>
    (await seller.get<Page<IntakeEvent>>(`/intake?source=${source.id}&isOpen=true`)).body
  await expect.poll(async () => (await inbox()).total).toBe(2)
  expect((await inbox()).items.map(({ verdict, reason }) => [verdict, reason])).toEqual([
    ['needs-product', 'PRODUCT_NOT_MAPPED'],
    ['needs-product', 'PRODUCT_NOT_MAPPED'],
  ])
  const body = { source: source.id, sku: 'lm-9 ', product: product.id }
  const dry = await seller.put<ChangeReport>('/intake/map', { body: { ...body, sku: 'LM-9', dryRun: true } })
  expect(dry).toMatchObject({ status: 200, body: { batchId: null, counts: { changed: 2, refused: 0 } } })
  expect((await inbox()).total).toBe(2)
  const made = await seller.put<ChangeReport>('/intake/map', { body: { ...body, sku: 'LM-9' } })
  expect(made.body.counts).toMatchObject({ changed: 2, refused: 0 })
  expect((await inbox()).total).toBe(0)
  const orders = async () => (await seller.get<Page<Order>>(`/orders?keyword=0701020304`)).body.total
  expect(await orders()).toBe(2)
  // Taken back, and replayed.
  await seller.post(`/changes/${made.body.batchId}/undo`)
  expect(await orders()).toBe(0)
  const where = { source: source.id }
  const again = await seller.put<ChangeReport>('/intake/replay', { body: { where, dryRun: true } })
  expect(again).toMatchObject({ status: 200, body: { counts: { changed: 2 } } })
  expect(await orders()).toBe(0)
  await seller.put('/intake/replay', { body: { where } })
  expect(await orders()).toBe(2)
  const twice = await seller.put<ChangeReport>('/intake/replay', { body: { where } })
  expect(twice.body.counts).toMatchObject({ changed: 0, refused: 2 })
  expect(await orders()).toBe(2)
})

test('an order of two lines is one basket of two orders, said on each, on its parcel and label', async () => {
  const { seller, source, product } = await openSource()
  const items = [
    { sku: null, name: 'Lampe de marche', quantity: 1, price: 5_000 },
    { sku: null, name: 'Lampe de marche', quantity: 2, price: 5_000 },
  ]
  const phone = '0701020999'
  await send(source, order('D1', { items, outstanding: 15_000, customer: { name: 'Awa Koné', phone } }))
  const orders = async () =>
    (await seller.get<Page<Order>>(`/orders?keyword=${phone}&sort=number`)).body.items
  await expect.poll(async () => (await orders()).length).toBe(2)
  const found = await orders()
  expect(found.map(({ basketPart }) => basketPart).toSorted()).toEqual(['1/2', '2/2'])
  expect(new Set(found.map(({ basket }) => basket)).size).toBe(1)
  expect(found.every(({ product: of }) => of === product.id)).toBe(true)
  const { body: customer } = await seller.get<Customer>(`/customers/${phone}?country=ic`)
  expect(customer.latest.map(({ basket }) => basket)).toEqual(found.map(({ basket }) => basket))

  const admin = await api.as('admin')
  const ids = found.map(({ id }) => id)
  await admin.put('/orders/status', { body: { ids, status: 'CONFIRMED' } })
  const { body: parcels } = await admin.get<Page<Shipping>>(`/shippings?keyword=${phone}`)
  expect(parcels.items.map(({ basketPart }) => basketPart).toSorted()).toEqual(['1/2', '2/2'])

  const other = '0701020998'
  await send(
    source,
    order('D2', { items, outstanding: 15_000, customer: { name: 'Awa Koné', phone: other } }),
  )
  const rest = async () => (await seller.get<Page<Order>>(`/orders?keyword=${other}`)).body.items
  await expect.poll(async () => (await rest()).length).toBe(2)
  await admin.put('/orders/delete', { body: { ids: [(await rest())[0]!.id] } })
  expect(
    (await rest()).map((left) => left.basketPart),
    'alone',
  ).toEqual([null])
})
