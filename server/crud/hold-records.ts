import type { SQL } from 'drizzle-orm'
import type { Executor } from './executor.ts'
import type { Held, OwnedTable } from './record-kind.ts'

/**
 * Reads the records that a change is about, by id, deleted ones included unless the condition says otherwise; with
 * `lock` they stand still until the transaction ends. Everybody locks a table's records in the order of ids.
 */
export const holdRecords = async <Row extends Held>(
  tx: Executor,
  table: OwnedTable,
  condition: SQL,
  { lock }: { lock: boolean },
): Promise<Row[]> => {
  const query = tx.select().from(table).where(condition).orderBy(table.id)
  const rows = await (lock ? query.for('update') : query)
  return rows.map(({ deletedAt, ...row }) => ({ ...row, isDeleted: deletedAt !== null }) as Row)
}
