import { goodsNames, ownedGoods, startGoods } from '../api/goods.ts'
import type { TestUser } from '../api/insert-user.ts'
import { startShop } from '../api/shop.ts'
import type { TestApi } from '../api/start-api.ts'
import type { KnownRecords } from './known-records.ts'

/**
 * Creates records of every resource for generated calls; products and parcels belong to `caller` if a seller or courier. Uses a
 * new admin, since generated calls may deactivate users.
 */
export const stockUp = async (
  api: TestApi,
  known: KnownRecords,
  caller: (TestUser & { token: string }) | null,
): Promise<void> => {
  const admin = await api.createUser({ role: 'admin' })
  const office = { ...api, as: () => api.as(admin) }
  const shop = await startShop(office)
  const goods = await startGoods(office)
  const seller = caller?.role === 'seller' ? caller : await api.createUser({ role: 'seller' })
  const courier = caller?.role === 'delivery' ? caller : await api.createUser({ role: 'delivery' })
  known.add('sellers', seller.id)
  known.add('couriers', courier.id)
  known.add('users', (await api.createUser({ role: 'seller' })).id)
  for (const name of goodsNames) {
    const owner = ownedGoods.includes(name) ? { owner: seller.id } : {}
    known.add(name, (await goods.create(name, owner)).id)
  }
  const product = await shop.product({ owner: seller.id, quantity: 1_000 })
  known.add('products', product.id)
  const order = async (): Promise<{ id: string }> => {
    const made = await shop.order(product)
    known.add('orders', made.id)
    return made
  }
  for (let waiting = 0; waiting < 3; waiting++) await order()
  const begun = [
    (await shop.move(await order(), 'CONFIRMED', { delivery: courier.id })).shipping ?? '',
    (await shop.ship(await order(), courier)).id,
    (await shop.deliver(await order())).id,
  ]
  for (const parcel of begun) known.add('shippings', parcel)
  const waiting = (await shop.move(await order(), 'CONFIRMED')).shipping ?? ''
  const round = await shop.bulkShippings({ ids: [waiting], status: 'OUT_FOR_DELIVERY', delivery: courier.id })
  known.add('shippings', waiting)
  for (const { id } of round.manifests ?? []) known.add('manifests', id)
  const bills = await shop.admin.post<{ batchId: string | null }>('/invoices/generate', {
    body: { seller: seller.id },
  })
  known.learn('invoices', bills.status, bills.body)
  const listed = await shop.admin.get<{ items: { id: string }[] }>(`/invoices?owner=${seller.id}`)
  if (listed.status !== 200) throw new Error(`the invoices answered ${JSON.stringify(listed)}`)
  for (const { id } of listed.body.items) known.add('invoices', id)
  await shop.ship(await order(), courier).then((parcel) => shop.moveShipping(parcel, 'DELIVERED'))
  const { country } = product
  const due = await shop.admin.get<{ expected: number; seen: string }>(
    `/handovers/due?country=${country}&delivery=${courier.id}`,
  )
  const { expected: counted, seen } = due.body
  const cash = await shop.admin.post('/handovers', { body: { country, delivery: courier.id, counted, seen } })
  known.learn('handovers', cash.status, cash.body)
}
