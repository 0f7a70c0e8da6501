import { and, eq, getTableColumns, isNull } from 'drizzle-orm'
import type { Expedition } from '../../../domain/expeditions/expedition.ts'
import { expeditions, products } from '../../db/schema/goods.ts'
import { users } from '../../db/schema/users.ts'
import { type ReadRecords, recordReader } from '../../crud/record-reader.ts'

const { deletedAt, ...columns } = getTableColumns(expeditions)

/** The expeditions of these ids that are not deleted, as the API gives them, in no particular order. */
export const readExpeditions: ReadRecords<Expedition> = recordReader(
  'expeditions by id',
  { ...columns, ownerName: users.name, productName: products.name },
  (query, isAsked) =>
    query
      .from(expeditions)
      .innerJoin(users, eq(users.id, expeditions.owner))
      .leftJoin(products, eq(products.id, expeditions.product))
      .where(and(isAsked, isNull(deletedAt))),
)
