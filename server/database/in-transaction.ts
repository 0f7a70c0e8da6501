import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerContext } from '../context.ts'
import type { Transaction } from './drizzle.ts'

const mostAttempts = 5

/**
 * Runs work in one transaction. Where the database breaks a tie by ending one side (deadlock, serialization failure),
 * the work runs again from its start: it must keep no state of an earlier run.
 */
export const inTransaction = async <Answer>(
  { db }: Pick<ServerContext, 'db'>,
  work: (tx: Transaction) => Promise<Answer>,
): Promise<Answer> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction(work)
    } catch (error) {
      if (attempt >= mostAttempts || !isTie(error)) throw error
      await sleep(Math.random() * 20 * 2 ** attempt)
    }
  }
}

const ties = new Set(['40001', '40P01'])

const isTie = (error: unknown): boolean => {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (ties.has((cause as Error & { code?: string }).code ?? '')) return true
  }
  return false
}
