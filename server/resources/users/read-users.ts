import { and, isNull } from 'drizzle-orm'
import type { User } from '../../../domain/users/user.ts'
import { users } from '../../database/schema.ts'
import type { Executor } from '../engine/executor.ts'
import { isOneOf } from '../engine/where-sql.ts'

export type UserRow = typeof users.$inferSelect

/** The users of these ids that are not deleted, as the API gives them, in no particular order. */
export const readUsers = async (db: Executor, ids: readonly string[]): Promise<User[]> => {
  if (ids.length === 0) return []
  const rows = await db
    .select()
    .from(users)
    .where(and(isOneOf(users.id, ids), isNull(users.deletedAt)))
  return rows.map(toUser)
}

/** The password's hash never leaves. */
export const toUser = ({ passwordHash: _, deletedAt: __, ...row }: UserRow): User => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})
