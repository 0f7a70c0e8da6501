import { sql } from 'drizzle-orm'
import { users } from '../../db/schema/users.ts'
import type { Executor } from '../../crud/executor.ts'
import { isOneOf } from '../../crud/where-sql.ts'

/** The country of each of these users who delivers at present; nobody else is in the map. */
export const findDeliveryGuys = async (
  tx: Executor,
  ids: readonly (string | null | undefined)[],
): Promise<Map<string, string>> => {
  const named = [...new Set(ids.filter((id) => id != null))]
  if (named.length === 0) return new Map()
  const rows = await tx
    .select({ id: users.id, country: users.country })
    .from(users)
    .where(
      sql`${isOneOf(users.id, named)} and ${users.role} = 'delivery' and ${users.isActivated} and ${users.deletedAt} is null`,
    )
  return new Map(rows.map((row) => [row.id, row.country]))
}
