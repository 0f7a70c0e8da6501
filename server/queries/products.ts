import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import { type Product, products as productDefinition } from '../../domain/products/product.ts'
import { listSource } from '../crud/list-source.ts'
import { type ReadRecords, recordReader } from '../crud/read-records.ts'
import { affiliates, products } from '../db/schema/goods.ts'
import { users } from '../db/schema/users.ts'

export const available = sql<number>`(${products.quantity} - ${products.reserved})`

const mode = sql<string>`(case when ${products.affiliate} is null then 'own' else 'affiliate' end)`

export const productSource = listSource(productDefinition.list, {
  resource: 'products',
  verb: 'product.list',
  table: products,
  owner: products.owner,
  filters: {
    country: products.country,
    owner: products.owner,
    mode,
    affiliate: products.affiliate,
    type: products.type,
    price: products.price,
    available,
  },
  sorts: {
    createdAt: products.createdAt,
    number: products.number,
    name: products.name,
    price: products.price,
    quantity: products.quantity,
    available,
    updatedAt: products.updatedAt,
  },
})

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
