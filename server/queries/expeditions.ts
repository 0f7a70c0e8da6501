import { and, eq, getTableColumns, isNull } from 'drizzle-orm'
import { type Expedition, expeditions as expeditionDefinition } from '../../domain/expeditions/expedition.ts'
import { listSource } from '../crud/list-source.ts'
import { type ReadRecords, recordReader } from '../crud/read-records.ts'
import { expeditions, products } from '../db/schema/goods.ts'
import { users } from '../db/schema/users.ts'

export const expeditionSource = listSource(expeditionDefinition.list, {
  resource: 'expeditions',
  verb: 'expedition.list',
  table: expeditions,
  owner: expeditions.owner,
  filters: {
    country: expeditions.country,
    status: expeditions.status,
    owner: expeditions.owner,
    product: expeditions.product,
    mode: expeditions.mode,
    quantity: expeditions.quantity,
  },
  sorts: {
    createdAt: expeditions.createdAt,
    number: expeditions.number,
    name: expeditions.name,
    quantity: expeditions.quantity,
    expeditionDate: expeditions.expeditionDate,
    status: expeditions.status,
    updatedAt: expeditions.updatedAt,
  },
})

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
