import { expect, it } from 'vitest'
import type { Change } from '../../domain/changes/changes.ts'
import type { Order } from '../../domain/orders/order.ts'
import { orderInput, startShop } from '../support/api/shop.ts'
import { openApi } from '../support/api/start-api.ts'

const api = await openApi()
const shop = await startShop(api)

const newest = async (order: Order): Promise<string | undefined> => {
  const { body } = await shop.admin.get<{ items: Change[] }>(`/orders/${order.id}/history`)
  return body.items[0]?.batchId
}

it('a write of one record says its batch, a repeated one too; without a change there is none', async () => {
  const order = await shop.order(await shop.product())
  const edit = (comment: string, key: string) =>
    shop.admin.put<Order>(`/orders/${order.id}`, { body: { comment }, headers: { 'idempotency-key': key } })
  const edited = await edit('Portail bleu', 'batch-header-1')
  expect(edited.headers['batch-id']).toBe(await newest(order))
  const replayed = await edit('Portail bleu', 'batch-header-1')
  expect(replayed.headers).toMatchObject({
    'idempotency-replayed': 'true',
    'batch-id': edited.headers['batch-id'],
  })
  expect((await edit('Portail bleu', 'batch-header-2')).headers).not.toHaveProperty('batch-id')
  const moved = await shop.admin.put<Order>(`/orders/status/${order.id}`, {
    body: { status: 'NOT_REACHABLE' },
  })
  expect(moved.headers['batch-id']).toBe(await newest(order))
  expect(moved.headers['batch-id']).not.toBe(edited.headers['batch-id'])
})

it('a creation says its batch, by which it is undone', async () => {
  const body = orderInput(await shop.product())
  const { body: order, headers } = await shop.admin.post<Order>('/orders', { body })
  expect(headers['batch-id']).toBe(await newest(order))
  await shop.admin.post(`/changes/${headers['batch-id']}/undo`)
  expect((await shop.admin.get(`/orders/${order.id}`)).status).toBe(404)
})
