import { sql } from 'drizzle-orm'
import type { Transaction } from '../database/drizzle.ts'

/**
 * Fills tables while their plain indexes are away and makes these again, as they were, at the end: for many rows that is
 * several times faster than keeping them. Unique ones stay and go on guarding. Locks the tables until the transaction ends.
 */
export const withoutIndexes = async (
  tx: Transaction,
  tables: readonly string[],
  fill: () => Promise<void>,
): Promise<void> => {
  const { rows } = await tx.execute<{ name: string; definition: string }>(sql`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index
    where indrelid = any(${sql.param([...tables])}::regclass[]) and not indisunique`)
  for (const { name } of rows) await tx.execute(sql.raw(`drop index ${name}`))
  await fill()
  for (const { definition } of rows) await tx.execute(sql.raw(definition))
}
