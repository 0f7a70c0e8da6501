import type { Invoice } from '../../../domain/invoices/invoice.ts'
import type { Shipping } from '../../../domain/shippings/shipping.ts'
import type { User } from '../../../domain/users/user.ts'
import type { Api } from './api.ts'
import { newCourier, newOrder, newProduct, newSeller } from './records.ts'

type Settled = { delivered?: number; returned?: number }

/** A new seller's billed parcels: number delivered for 9 500 francs each, number returned. */
export const newInvoice = async (api: Api, settled: Settled): Promise<Invoice> => {
  const seller = await newSeller(api)
  await settleParcels(api, seller, settled)
  await api.send('POST', 'invoices/generate', { seller: seller.id })
  const invoices = await api.list('invoices', { owner: seller.id })
  const [invoice] = invoices.items
  if (invoice === undefined) throw new Error('nothing was billed')
  return invoice
}

/** Unbilled, ended parcels of a seller. */
export const settleParcels = async (
  api: Api,
  seller: User,
  { delivered = 0, returned = 0 }: Settled,
): Promise<void> => {
  const product = await newProduct(api, { owner: seller.id, quantity: 1000, price: 9500 })
  const courier = await newCourier(api)
  const orders: string[] = []
  for (let made = 0; made < delivered + returned; made += together) {
    const count = Math.min(together, delivered + returned - made)
    const some = await Promise.all(
      Array.from({ length: count }, (_, at) =>
        newOrder(api, { product: product.id, customerName: `Cliente ${made + at + 1}` }),
      ),
    )
    orders.push(...some.map(({ id }) => id))
  }
  await api.put('orders/status', { ids: orders, status: 'CONFIRMED' })
  const { items } = await api.list('shippings', { product: product.id, limit: 500 })
  const ids = items.map(({ id }: Shipping) => id)
  await api.put('shippings/delivery', { ids, delivery: courier.id })
  await api.put('shippings/status', { ids, status: 'OUT_FOR_DELIVERY' })
  if (delivered > 0) await api.put('shippings/status', { ids: ids.slice(0, delivered), status: 'DELIVERED' })
  const back = ids.slice(delivered)
  if (back.length > 0) {
    await api.put('shippings/status', { ids: back, status: 'REFUSED' })
    await api.put('shippings/status', { ids: back, status: 'RETURNED' })
  }
}

/** Concurrent orders. */
const together = 8
