import type { Actor } from '../access/actor.ts'
import { whyNot } from '../access/why-not.ts'
import type { SearchHit } from '../changes.ts'
import type { Customer, CustomerOrder } from './customer.ts'

/** A customer's order as what is found and opened: the order, or its parcel for who only has to do with parcels. */
export type CustomerHit = { order: CustomerOrder; hit: SearchHit }

export const customerHits = ({ latest, phone }: Customer, actor: Actor): CustomerHit[] => {
  const opensOrders = whyNot(actor, 'order.view') === null
  return latest.flatMap((order): CustomerHit[] => {
    const base = { title: order.productName, subtitle: '', rank: 0, customerPhone: phone }
    if (opensOrders) {
      const { id, number, status } = order
      return [{ order, hit: { ...base, resource: 'orders', id, number, status } }]
    }
    const { shipping: id, shippingNumber: number, shippingStatus: status } = order
    return id === null || number === null
      ? []
      : [{ order, hit: { ...base, resource: 'shippings', id, number, status } }]
  })
}
