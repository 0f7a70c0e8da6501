import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Package } from '../../../domain/packages/package.ts'
import { packages } from '../../database/schema/packages.ts'
import { users } from '../../database/schema/users.ts'
import type { Executor } from '../engine/executor.ts'
import { withIsoTimes } from '../engine/iso-times.ts'
import { isOneOf } from '../engine/where-sql.ts'

const { deletedAt, ...columns } = getTableColumns(packages)
const owner = alias(users, 'owner_user')

const subscribed = sql<number>`(select count(*)::int from users
  where users.package = packages.id and users.deleted_at is null)`

/** The plans of these ids that are not deleted, as the API gives them, in no particular order. */
export const readPackages = async (db: Executor, ids: readonly string[]): Promise<Package[]> => {
  if (ids.length === 0) return []
  const rows = await db
    .select({ ...columns, ownerName: owner.name, users: subscribed })
    .from(packages)
    .innerJoin(owner, eq(owner.id, packages.owner))
    .where(and(isOneOf(packages.id, ids), isNull(deletedAt)))
  return rows.map(withIsoTimes)
}
