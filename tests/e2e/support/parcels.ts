import type { HandoverDue } from '../../../domain/handovers/handover.ts'
import type { Shipping } from '../../../domain/shippings/shipping.ts'
import type { User } from '../../../domain/users/user.ts'
import type { Api } from './api.ts'
import { newOrder, newProduct, uniqueWord } from './records.ts'

/** Parcels of a delivery person; the customers' names contain a word unique to this test. */
export const newParcels = async (
  api: Api,
  courier: User,
  count: number,
  word = uniqueWord(),
): Promise<Shipping[]> => {
  const product = (await newProduct(api, { quantity: count + 5 })).id
  const orders = []
  for (let made = 0; made < count; made++)
    orders.push(await newOrder(api, { product, customerName: `Awa ${word} ${made + 1}` }))
  await api.put('orders/status', { ids: orders.map(({ id }) => id), status: 'CONFIRMED' })
  const { items } = await api.list('shippings', { keyword: word, limit: 100, sort: 'number' })
  await api.put('shippings/delivery', { ids: items.map(({ id }) => id), delivery: courier.id })
  return (await api.list('shippings', { keyword: word, limit: 100, sort: 'number' })).items
}

/** A parcel of a delivery person, of a customer unique to this test. */
export const newParcel = async (api: Api, courier: User): Promise<Shipping> => {
  const [parcel] = await newParcels(api, courier, 1)
  if (parcel === undefined) throw new Error('The order has no parcel.')
  return parcel
}

/** Delivered parcels of 9 500 F each. */
export const delivered = async (api: Api, courier: User, count: number): Promise<Shipping[]> => {
  const parcels = await newParcels(api, courier, count)
  const ids = parcels.map(({ id }) => id)
  await api.put('shippings/status', { ids, status: 'OUT_FOR_DELIVERY' })
  await api.put('shippings/status', { ids, status: 'DELIVERED' })
  return parcels
}

/** What a delivery person of Ivory Coast has to hand over. */
export const dueOf = async (api: Api, { id }: User): Promise<HandoverDue> =>
  (await (await api.send('GET', `handovers/due?country=ic&delivery=${id}`)).json()) as HandoverDue

type Line = { verb: string; batchId: string }

/** A record's history, newest first. */
export const historyOf = async (api: Api, resource: 'orders' | 'shippings', id: string): Promise<Line[]> => {
  const answer = await api.send('GET', `${resource}/${id}/history`)
  return ((await answer.json()) as { items: Line[] }).items
}
