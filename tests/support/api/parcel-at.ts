import type { ShippingStatus } from '../../../domain/fulfillment/shipping-status.ts'
import type { Product } from '../../../domain/products/product.ts'
import type { Shipping } from '../../../domain/shippings/shipping.ts'
import type { Trade } from './trade.ts'

export type Parcel = { product: Product; parcel: Shipping }

/** Moves a parcel to the next status, with the fields that it requires. */
export const takeTo = async (trade: Trade, parcel: Shipping, status: ShippingStatus): Promise<Shipping> => {
  if (status === 'ASSIGNED') return trade.assign(parcel, await trade.deliveryGuy())
  return trade.moveShipping(parcel, status, status === 'POSTPONED' ? { postponedTo: '2026-12-24' } : {})
}

/** A parcel of three of a product's ten pieces at 5,000, moved through `path` from PENDING. */
export const parcelAt = async (trade: Trade, path: readonly ShippingStatus[] = []): Promise<Parcel> => {
  const product = await trade.product({ quantity: 10, price: 5_000 })
  const order = await trade.order(product, { quantity: 3 })
  await trade.move(order, 'CONFIRMED')
  let parcel = await trade.shippingOf(order)
  for (const status of path) parcel = await takeTo(trade, parcel, status)
  return { product, parcel }
}

/** A product's quantity and the part reserved by parcels. */
export const stockOf = async (trade: Trade, product: Product) => {
  const { quantity, reserved } = await trade.readProduct(product)
  return { quantity, reserved }
}
