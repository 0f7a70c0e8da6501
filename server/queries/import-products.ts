import { sql } from 'drizzle-orm'
import type { Actor } from '../../domain/access/actor.ts'
import { scopeOf } from '../../domain/access/permissions.ts'
import type { CountryCode } from '../../domain/core/countries.ts'
import type { ImportProduct } from '../../domain/orders/import/find-product.ts'
import type { Executor } from '../db/drizzle.ts'
import { products } from '../db/schema/goods.ts'

/** Products of a country that imported orders of the actor may refer to, by number. */
export const importProducts = (
  db: Executor,
  actor: Actor,
  country: CountryCode,
): Promise<ImportProduct[]> => {
  const { id, number, name, price, owner } = products
  const available = sql<number>`${products.quantity} - ${products.reserved}`
  const isReached =
    scopeOf(actor, 'order.import') === 'all' ? sql`true` : sql`${products.owner} = ${actor.id}`
  return db
    .select({ id, number, name, price, owner, available })
    .from(products)
    .where(sql`${products.country} = ${country} and ${products.deletedAt} is null and ${isReached}`)
    .orderBy(products.number)
}
