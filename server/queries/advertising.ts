import { eq, sql } from 'drizzle-orm'
import { advertising as definition } from '../../domain/advertising/ad-cost.ts'
import { recordList } from '../crud/record-list.ts'
import { advertising } from '../db/schema/advertising.ts'
import { products } from '../db/schema/goods.ts'

export const adCostList = recordList(definition, advertising, {
  fields: {
    name: sql<string>`concat_ws(' · ', ${products.name}, ${advertising.day}::text)`,
    productName: products.name,
  },
  joined: [{ table: products, on: eq(products.id, advertising.product) }],
})
