import { sql } from 'drizzle-orm'
import { productList } from '../../../domain/products/product-list.ts'
import { products } from '../../db/schema/goods.ts'
import { listSource } from '../../crud/list-source.ts'

export const available = sql<number>`(${products.quantity} - ${products.reserved})`

const mode = sql<string>`(case when ${products.affiliate} is null then 'own' else 'affiliate' end)`

export const productSource = listSource(productList, {
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
