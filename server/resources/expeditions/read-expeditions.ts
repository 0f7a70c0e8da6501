import { and, eq, getTableColumns, isNull } from 'drizzle-orm'
import type { Expedition } from '../../../domain/expeditions/expedition.ts'
import { expeditions, products } from '../../database/schema/goods.ts'
import { users } from '../../database/schema/users.ts'
import type { Executor } from '../engine/executor.ts'
import { withIsoTimes } from '../engine/iso-times.ts'
import { isOneOf } from '../engine/where-sql.ts'

const { deletedAt, ...columns } = getTableColumns(expeditions)

/** The expeditions of these ids that are not deleted, as the API gives them, in no particular order. */
export const readExpeditions = async (db: Executor, ids: readonly string[]): Promise<Expedition[]> => {
  if (ids.length === 0) return []
  const rows = await db
    .select({ ...columns, ownerName: users.name, productName: products.name })
    .from(expeditions)
    .innerJoin(users, eq(users.id, expeditions.owner))
    .leftJoin(products, eq(products.id, expeditions.product))
    .where(and(isOneOf(expeditions.id, ids), isNull(deletedAt)))
  return rows.map(withIsoTimes)
}
