import { and, eq, getTableColumns, isNull } from 'drizzle-orm'
import type { Product } from '../../../domain/products/product.ts'
import { affiliates, products } from '../../database/schema/goods.ts'
import { users } from '../../database/schema/users.ts'
import type { Executor } from '../engine/executor.ts'
import { withIsoTimes } from '../engine/iso-times.ts'
import { isOneOf } from '../engine/where-sql.ts'
import { available } from './product-source.ts'

const { deletedAt, ...columns } = getTableColumns(products)

/** The products of these ids that are not deleted, as the API gives them, in no particular order. */
export const readProducts = async (db: Executor, ids: readonly string[]): Promise<Product[]> => {
  if (ids.length === 0) return []
  const rows = await db
    .select({ ...columns, ownerName: users.name, available, affiliateName: affiliates.name })
    .from(products)
    .innerJoin(users, eq(users.id, products.owner))
    .leftJoin(affiliates, eq(affiliates.id, products.affiliate))
    .where(and(isOneOf(products.id, ids), isNull(deletedAt)))
  return rows.map(withIsoTimes)
}
