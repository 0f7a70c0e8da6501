import type { ClientBase, Pool } from 'pg'

/**
 * How many statements of this database wait for a lock; lets a test continue once one waits, on any machine.
 * Do not call it within a transaction, whose first snapshot of the statistics never changes.
 */
export const waitingStatements = async (connection: Pool | ClientBase): Promise<number> => {
  const { rows } = await connection.query<{ count: string }>(
    "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  )
  return Number(rows[0]!.count)
}
