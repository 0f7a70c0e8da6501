import { and, eq, getTableColumns, isNull } from 'drizzle-orm'
import type { User } from '../../../domain/users/user.ts'
import { packages, users } from '../../database/schema.ts'
import type { Executor } from '../engine/executor.ts'
import { isOneOf } from '../engine/where-sql.ts'

export type UserRow = typeof users.$inferSelect

/** The password's hash never leaves. */
const { passwordHash: _, deletedAt: __, ...columns } = getTableColumns(users)

/** The users of these ids that are not deleted, as the API gives them, in no particular order. */
export const readUsers = async (db: Executor, ids: readonly string[]): Promise<User[]> => {
  if (ids.length === 0) return []
  const rows = await db
    .select({ ...columns, packageName: packages.name })
    .from(users)
    .leftJoin(packages, eq(packages.id, users.package))
    .where(and(isOneOf(users.id, ids), isNull(users.deletedAt)))
  return rows.map((row) => ({
    ...row,
    activation: row.activation?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }))
}
