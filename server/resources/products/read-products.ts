import { and, eq, isNull } from 'drizzle-orm'
import type { Product } from '../../../domain/products/product.ts'
import { affiliates, products } from '../../database/schema/goods.ts'
import { users } from '../../database/schema/users.ts'
import type { Executor } from '../engine/executor.ts'
import { isOneOf } from '../engine/where-sql.ts'
import { available } from './product-source.ts'

/** The products of these ids that are not deleted, as the API gives them, in no particular order. */
export const readProducts = async (db: Executor, ids: readonly string[]): Promise<Product[]> => {
  if (ids.length === 0) return []
  const rows = await db
    .select({
      id: products.id,
      number: products.number,
      version: products.version,
      country: products.country,
      owner: products.owner,
      ownerName: users.name,
      name: products.name,
      price: products.price,
      quantity: products.quantity,
      reserved: products.reserved,
      available,
      description: products.description,
      comment: products.comment,
      productImage: products.productImage,
      affiliate: products.affiliate,
      affiliateName: affiliates.name,
      storeName: products.storeName,
      type: products.type,
      weight: products.weight,
      initialPrice: products.initialPrice,
      sourceLink: products.sourceLink,
      sourceName: products.sourceName,
      createdAt: products.createdAt,
      updatedAt: products.updatedAt,
    })
    .from(products)
    .innerJoin(users, eq(users.id, products.owner))
    .leftJoin(affiliates, eq(affiliates.id, products.affiliate))
    .where(and(isOneOf(products.id, ids), isNull(products.deletedAt)))
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }))
}
