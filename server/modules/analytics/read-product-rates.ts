import { sql } from 'drizzle-orm'
import type { ProductRates } from '../../../domain/analytics/analytics.ts'
import { tariffs } from '../../../domain/invoices/fees.ts'
import type { Product } from '../../../domain/products/product.ts'
import type { Executor } from '../../crud/executor.ts'
import { parcelStands } from './cohort.ts'

const parcelIs = parcelStands(sql`parcel.status`)

/** How often orders of a product have been confirmed and, of the parcels that came to an end, delivered. */
export const readProductRates = async (db: Executor, product: Product): Promise<ProductRates> => {
  const { rows } = await db.execute<Record<'orders' | 'confirmed' | 'delivered' | 'ended', string>>(sql`
    select count(*) as orders, count(*) filter (where orders.status = 'CONFIRMED') as confirmed,
      count(*) filter (where ${parcelIs.delivered}) as delivered, count(*) filter (where ${parcelIs.ended}) as ended
    from orders left join shippings parcel on parcel."order" = orders.id and parcel.deleted_at is null
    where orders.product = ${product.id} and orders.deleted_at is null`)
  const [orders, confirmed, delivered, ended] = (['orders', 'confirmed', 'delivered', 'ended'] as const).map(
    (name) => Number(rows[0]![name]),
  ) as [number, number, number, number]
  const { delivery, returned } = tariffs[product.country]
  return {
    product: product.id,
    orders,
    confirmationRate: orders === 0 ? null : confirmed / orders,
    deliveryRate: ended === 0 ? null : delivered / ended,
    price: product.price,
    deliveryFee: delivery,
    returnFee: returned,
  }
}
