import type { ClientBase, Pool } from 'pg'

/**
 * How many statements of this database stand before a lock: to go on once one is seen to wait, however slow the machine.
 * Never asked within a transaction, which sees for ever what it saw first.
 */
export const waitingStatements = async (connection: Pool | ClientBase): Promise<number> => {
  const { rows } = await connection.query<{ count: string }>(
    "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  )
  return Number(rows[0]!.count)
}
