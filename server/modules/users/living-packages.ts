import { and, isNull } from 'drizzle-orm'
import type { Transaction } from '../../db/drizzle.ts'
import { packages } from '../../db/schema.ts'
import { isOneOf } from '../../crud/where-sql.ts'

/** Those of these plans that are not deleted; they cannot be until the transaction ends. */
export const livingPackages = async (tx: Transaction, ids: readonly string[]): Promise<Set<string>> => {
  if (ids.length === 0) return new Set()
  const rows = await tx
    .select({ id: packages.id })
    .from(packages)
    .where(and(isOneOf(packages.id, ids), isNull(packages.deletedAt)))
    .orderBy(packages.id)
    .for('share')
  return new Set(rows.map(({ id }) => id))
}
