import { sql } from 'drizzle-orm'
import type { Actor } from '../../../domain/access/actor.ts'
import { scopeOf } from '../../../domain/access/permissions.ts'
import type { CountryCode } from '../../../domain/countries.ts'
import type { ImportProduct } from '../../../domain/orders/import/find-product.ts'
import { products } from '../../db/schema/goods.ts'
import type { Executor } from '../../crud/executor.ts'

/** The products that this actor's rows may name in a country, by number. */
export const importProducts = (
  db: Executor,
  actor: Actor,
  country: CountryCode,
): Promise<ImportProduct[]> => {
  const { id, number, name, price, owner } = products
  const isReached =
    scopeOf(actor.role, 'order.import') === 'all' ? sql`true` : sql`${products.owner} = ${actor.id}`
  return db
    .select({ id, number, name, price, owner })
    .from(products)
    .where(sql`${products.country} = ${country} and ${products.deletedAt} is null and ${isReached}`)
    .orderBy(products.number)
}
