import type { ClientBase, Pool } from 'pg'
import { expect } from 'vitest'
import type { TestApi } from './start-api.ts'

/** A row lock that blocks other transactions, so that a test can act while work waits at a chosen point. */
export type HeldRow = {
  /** Resolves once this many transactions wait for it, directly or transitively. */
  reached: (count?: number) => Promise<void>
  /** Terminates the waiting connections, as a dying server would. */
  cutOff: () => Promise<void>
  release: () => Promise<void>
}

/** Locks an order, as a concurrent edit would. */
export const lockOrderRow = (api: Pick<TestApi, 'context'>, id: string): Promise<HeldRow> =>
  lockRows(api, 'select from orders where id = $1 for update', [id])

/** Runs a statement in a transaction and holds its locks. */
export const lockRows = async (
  api: Pick<TestApi, 'context'>,
  statement: string,
  values: readonly unknown[],
): Promise<HeldRow> => {
  const { pool } = api.context
  const client = await pool.connect()
  client.on('error', () => {})
  await client.query('begin')
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  await client.query(statement, [...values])
  const behind = async (what: string): Promise<number> => {
    const found = await pool.query(
      `with recursive behind as (
         select pid from pg_stat_activity where $1::int = any(pg_blocking_pids(pid))
         union
         select next.pid from pg_stat_activity next join behind on behind.pid = any(pg_blocking_pids(next.pid))
       ) select ${what} from behind`,
      [rows[0]!.pid],
    )
    return found.rowCount ?? 0
  }
  return {
    reached: (count = 1) => expect.poll(() => behind('pid')).toBeGreaterThanOrEqual(count),
    cutOff: async () => {
      await behind('pg_terminate_backend(pid)')
    },
    release: async () => {
      // The server may have stopped.
      const isGone = await client.query('commit').then(
        () => false,
        () => true,
      )
      client.release(isGone)
    },
  }
}

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
