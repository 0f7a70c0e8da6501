import { sql } from 'drizzle-orm'
import type { PoolClient } from 'pg'
import { waitLonger } from './connection-errors.ts'
import type { Transaction } from './drizzle.ts'

/** Milliseconds by which the server is slower to end a statement than it was told. */
const margin = 2_000

/**
 * Lets each statement of the transaction take so many milliseconds, more than those of a request; 0: as long as it likes. The
 * connection's silence meanwhile is no failure.
 */
export const allowSlowStatements = async (tx: Transaction, milliseconds: number): Promise<void> => {
  waitLonger(clientOf(tx), milliseconds === 0 ? 0 : milliseconds + margin)
  await tx.execute(sql.raw(`set local statement_timeout = ${milliseconds}`))
}

/** Drizzle does not publish it. */
const clientOf = (tx: Transaction): PoolClient =>
  (tx as unknown as { session: { client: PoolClient } }).session.client
