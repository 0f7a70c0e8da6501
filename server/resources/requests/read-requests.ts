import { and, eq, getTableColumns, isNull } from 'drizzle-orm'
import type { PurchaseRequest } from '../../../domain/requests/request.ts'
import { requests } from '../../database/schema/goods.ts'
import { users } from '../../database/schema/users.ts'
import type { Executor } from '../engine/executor.ts'
import { withIsoTimes } from '../engine/iso-times.ts'
import { isOneOf } from '../engine/where-sql.ts'

const { deletedAt, ...columns } = getTableColumns(requests)

/** The requests of these ids that are not deleted, as the API gives them, in no particular order. */
export const readRequests = async (db: Executor, ids: readonly string[]): Promise<PurchaseRequest[]> => {
  if (ids.length === 0) return []
  const rows = await db
    .select({ ...columns, ownerName: users.name })
    .from(requests)
    .innerJoin(users, eq(users.id, requests.owner))
    .where(and(isOneOf(requests.id, ids), isNull(deletedAt)))
  return rows.map(withIsoTimes)
}
