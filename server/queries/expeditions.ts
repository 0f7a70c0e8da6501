import { eq } from 'drizzle-orm'
import { expeditions } from '../../domain/expeditions/expedition.ts'
import { recordList } from '../crud/record-list.ts'
import { products, expeditions as table } from '../db/schema/goods.ts'

export const expeditionList = recordList(expeditions, table, {
  fields: { productName: products.name },
  joined: [{ table: products, on: eq(products.id, table.product), isOptional: true }],
})
