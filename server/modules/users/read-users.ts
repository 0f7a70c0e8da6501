import { and, eq, getTableColumns, isNull } from 'drizzle-orm'
import type { User } from '../../../domain/users/user.ts'
import { packages, users } from '../../db/schema.ts'
import { type ReadRecords, recordReader } from '../../crud/record-reader.ts'

export type UserRow = typeof users.$inferSelect

/** The password's hash never leaves. */
const { passwordHash: _, deletedAt: __, ...columns } = getTableColumns(users)

/** The users of these ids that are not deleted, as the API gives them, in no particular order. */
export const readUsers: ReadRecords<User> = recordReader(
  'users by id',
  { ...columns, packageName: packages.name },
  (query, isAsked) =>
    query
      .from(users)
      .leftJoin(packages, eq(packages.id, users.package))
      .where(and(isAsked, isNull(users.deletedAt))),
)
