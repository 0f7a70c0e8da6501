import { setTimeout as sleep } from 'node:timers/promises'
import { Refused } from '../core/errors.ts'
import { hasSqlState } from './connection-errors.ts'
import type { ServerContext } from './context.ts'
import type { Transaction } from './drizzle.ts'

const mostAttempts = 5

/**
 * Runs work in one transaction. Where the database breaks a tie by ending one side (deadlock, serialization failure),
 * the work runs again from its start: it must keep no state of an earlier run.
 * `isSmall` is for the few rows of coming in and going out, which are written as long as anything can be.
 * @throws Refused `DISK_FULL` before the disk is: a database that cannot write its log would stop for readers too
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
