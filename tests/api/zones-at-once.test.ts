import { expect, it } from 'vitest'
import type { Order } from '../../domain/orders/order.ts'
import type { Tariff } from '../../domain/tariffs/tariff.ts'
import type { Zone } from '../../domain/zones/zone.ts'
import { openBillingApi } from '../support/api/billing.ts'
import { lockRows } from '../support/api/held-row.ts'
import { orderInput } from '../support/api/shop.ts'

const { api, shop, billing } = await openBillingApi()
const { admin } = shop

const makeZone = async (name: string, cities: readonly string[]): Promise<Zone> => {
  const { status, body } = await admin.post<Zone>('/zones', { body: { country: 'ic', name, cities } })
  expect(status).toBe(201)
  return body
}
const correct = (zone: Zone, cities: readonly string[]) =>
  admin.put(`/zones/${zone.id}`, { body: { cities } })

it('places an order that is made while the cities of a zone are corrected in the zone as corrected', async () => {
  const zone = await makeZone('Est', ['Estville'])
  const product = await shop.product()
  const other = await shop.order(product, { customerAddress: 'Estville, rue 1' })
  // The correction has its zone, and waits for an open order.
  const held = await lockRows(api, 'select from orders where id = $1 for update', [other.id])
  const correction = correct(zone, ['Estville', 'Pontneuf'])
  await held.reached()
  const made = admin.post<Order>('/orders', {
    body: orderInput(product, { customerAddress: 'Pontneuf, rue 2' }),
  })
  await held.reached(2)
  await held.release()
  expect((await correction).status).toBe(200)
  expect((await made).body).toMatchObject({ zone: zone.id, city: 'Pontneuf' })
})

it('leaves a parcel in its zone that is billed while the cities are corrected', async () => {
  const zone = await makeZone('Ouest', ['Ouestville'])
  const product = await billing.product(await billing.seller())
  const parcel = await billing.delivered(product, { customerAddress: 'Ouestville, rue 1' })
  const held = await lockRows(api, 'select from orders where id = $1 for share', [parcel.order])
  const correction = correct(zone, ['Autreville'])
  await held.reached()
  await billing.generate({ seller: product.owner })
  await held.release()
  expect((await correction).status).toBe(200)
  expect(await shop.readOrder({ id: parcel.order })).toMatchObject({ zone: zone.id })
  const [invoice] = await billing.invoicesOf({ id: product.owner } as never)
  expect((await billing.read(invoice!)).lines).toMatchObject([{ zone: zone.id }])
})

it('bills a parcel while the zone of its order waits for another one', async () => {
  const zone = await makeZone('Nord', ['Nordville'])
  const product = await billing.product(await billing.seller())
  await billing.delivered(product, { customerAddress: 'Nordville, rue 1' })
  const other = await shop.order(product, { customerAddress: 'Nordville, rue 2' })
  const held = await lockRows(api, 'select from orders where id = $1 for update', [other.id])
  const correction = correct(zone, ['Nordville', 'Septentrion'])
  await held.reached()
  // Its line refers to the zone, which is being changed.
  const billed = billing.generate({ seller: product.owner })
  await held.release()
  expect((await correction).status).toBe(200)
  expect((await billed).counts.changed).toBe(1)
})

it('places orders anew whose chosen zone is gone', async () => {
  const zone = await makeZone('Choisie', ['Choisieville'])
  const own = await makeZone('Propre', ['Propreville'])
  const order = await shop.order(await shop.product(), { customerAddress: 'Propreville, rue 1' })
  expect((await admin.put(`/orders/${order.id}`, { body: { zone: zone.id } })).status).toBe(200)
  expect((await admin.put('/zones/delete', { body: { ids: [zone.id] } })).status).toBe(200)
  expect(await shop.readOrder(order)).toMatchObject({ zone: own.id })
})

it('takes the zones of a country before a zone or a tariff, as an undo of several records does', async () => {
  const zone = await makeZone('Rang', ['Rangville'])
  const tariff = await admin.post<Tariff>('/tariffs', {
    body: { country: 'ic', zone: zone.id, delivery: 2_000, returned: 700 },
  })
  expect(tariff.status).toBe(201)
  const changes = [
    ['zones', zone.id, { name: 'Rang deux' }],
    ['tariffs', tariff.body.id, { delivery: 2_100 }],
  ] as const
  for (const [resource, id, body] of changes) {
    const held = await lockRows(api, 'select pg_advisory_xact_lock(hashtextextended($1, 0))', ['zones ic'])
    const changed = admin.put(`/${resource}/${id}`, { body })
    await held.reached()
    // Who waits for the country has not locked the record: else it and an undo would wait for each other.
    await api.context.pool.query(`select from ${resource} where id = $1 for update nowait`, [id])
    await held.release()
    expect((await changed).status, resource).toBe(200)
  }
})
