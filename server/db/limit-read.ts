import { sql } from 'drizzle-orm'
import { usualBounds } from '../bounds.ts'
import type { ServerContext } from '../context.ts'
import { Refused } from '../refused.ts'
import type { Transaction } from './drizzle.ts'
import { hasSqlState } from './has-sql-state.ts'

/**
 * Reads in a transaction whose statements PostgreSQL ends after `listReadMs`: behind a pooler in transaction mode a
 * setting outlives nothing longer.
 * @throws Refused `READ_TOO_SLOW`
 */
export const limitRead = async <Answer>(
  { db, bounds }: Pick<ServerContext, 'db' | 'bounds'>,
  work: (tx: Transaction) => Promise<Answer>,
): Promise<Answer> => {
  const milliseconds = bounds?.listReadMs ?? usualBounds.listReadMs
  try {
    return await db.transaction(
      async (tx) => {
        await tx.execute(sql.raw(`set local statement_timeout = ${milliseconds}`))
        return work(tx)
      },
      { accessMode: 'read only' },
    )
  } catch (error) {
    throw hasSqlState(error, cancelled) ? new Refused('READ_TOO_SLOW') : error
  }
}

const cancelled = new Set(['57014'])
