import { setTimeout as sleep } from 'node:timers/promises'
import { TransactionRollbackError } from 'drizzle-orm'
import { Refused } from '../core/errors.ts'
import { hasSqlState } from './connection-errors.ts'
import type { ServerContext } from './context.ts'
import type { Transaction } from './drizzle.ts'

const mostAttempts = 5

/**
 * Runs work in a transaction; retries it from the start on deadlock or serialization failure, so it must not keep state.
 * `isSmall`: for the few rows of logins and logouts, written even with little disk space. @throws Refused `DISK_FULL` before
 * the disk is full, since a database that cannot write its WAL stops reads too
 */
export const inTransaction = async <Answer>(
  { db, hasRoom }: Pick<ServerContext, 'db' | 'hasRoom'>,
  work: (tx: Transaction) => Promise<Answer>,
  { isSmall = false }: { isSmall?: boolean } = {},
): Promise<Answer> => {
  if (!isSmall && hasRoom !== undefined && !(await hasRoom())) throw new Refused('DISK_FULL')
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction(work)
    } catch (error) {
      if (attempt >= mostAttempts || !hasSqlState(error, ties)) throw error
      await sleep(Math.random() * 20 * 2 ** attempt)
    }
  }
}

const ties = new Set(['40001', '40P01'])

/** Runs work in a transaction that is rolled back. */
export const rolledBack = async <Answer>(
  db: Pick<Transaction, 'transaction'>,
  work: (tx: Transaction) => Promise<Answer>,
): Promise<Answer> => {
  const kept: Answer[] = []
  await db
    .transaction(async (tx) => {
      kept.push(await work(tx))
      tx.rollback()
    })
    .catch((error: unknown) => {
      if (!(error instanceof TransactionRollbackError)) throw error
    })
  return kept[0]!
}
