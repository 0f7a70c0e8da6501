import type { ShippingStatus } from '../../../domain/fulfillment/shipping-status.ts'
import type { Product } from '../../../domain/products/product.ts'
import type { Shipping } from '../../../domain/shippings/shipping.ts'
import type { Shop } from './shop.ts'

export type Parcel = { product: Product; parcel: Shipping }

/** Moves a parcel to the next status, with the fields that it requires. */
export const takeTo = async (shop: Shop, parcel: Shipping, status: ShippingStatus): Promise<Shipping> => {
  if (status === 'ASSIGNED') return shop.assign(parcel, await shop.courier())
  return shop.moveShipping(parcel, status, status === 'POSTPONED' ? { postponedTo: '2026-12-24' } : {})
}

/** A parcel with three of a product's ten pieces at 5,000, moved through `path` from PENDING. */
export const parcelAt = async (shop: Shop, path: readonly ShippingStatus[] = []): Promise<Parcel> => {
  const product = await shop.product({ quantity: 10, price: 5_000 })
  const order = await shop.order(product, { quantity: 3 })
  await shop.move(order, 'CONFIRMED')
  let parcel = await shop.shippingOf(order)
  for (const status of path) parcel = await takeTo(shop, parcel, status)
  return { product, parcel }
}

/** A product's quantity and the part reserved by parcels. */
export const stockOf = async (shop: Shop, product: Product) => {
  const { quantity, reserved } = await shop.readProduct(product)
  return { quantity, reserved }
}
