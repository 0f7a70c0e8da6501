import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import type { Affiliate } from '../../../domain/affiliates/affiliate.ts'
import { affiliates } from '../../database/schema/goods.ts'
import { users } from '../../database/schema/users.ts'
import type { Executor } from '../engine/executor.ts'
import { withIsoTimes } from '../engine/iso-times.ts'
import { isOneOf } from '../engine/where-sql.ts'

const { deletedAt, ...columns } = getTableColumns(affiliates)

const taken = sql<number>`(select count(*)::int from products
  where products.affiliate = affiliates.id and products.deleted_at is null)`

/** The offers of these ids that are not deleted, as the API gives them, in no particular order. */
export const readAffiliates = async (db: Executor, ids: readonly string[]): Promise<Affiliate[]> => {
  if (ids.length === 0) return []
  const rows = await db
    .select({ ...columns, ownerName: users.name, products: taken })
    .from(affiliates)
    .innerJoin(users, eq(users.id, affiliates.owner))
    .where(and(isOneOf(affiliates.id, ids), isNull(deletedAt)))
  return rows.map(withIsoTimes)
}
