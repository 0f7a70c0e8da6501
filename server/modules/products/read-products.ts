import { and, eq, getTableColumns, isNull } from 'drizzle-orm'
import type { Product } from '../../../domain/products/product.ts'
import { affiliates, products } from '../../db/schema/goods.ts'
import { users } from '../../db/schema/users.ts'
import { type ReadRecords, recordReader } from '../../crud/record-reader.ts'
import { available } from './product-source.ts'

const { deletedAt, ...columns } = getTableColumns(products)

/** The products of these ids that are not deleted, as the API gives them, in no particular order. */
export const readProducts: ReadRecords<Product> = recordReader(
  'products by id',
  { ...columns, ownerName: users.name, available, affiliateName: affiliates.name },
  (query, isAsked) =>
    query
      .from(products)
      .innerJoin(users, eq(users.id, products.owner))
      .leftJoin(affiliates, eq(affiliates.id, products.affiliate))
      .where(and(isAsked, isNull(deletedAt))),
)
