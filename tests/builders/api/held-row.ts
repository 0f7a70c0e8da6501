import { expect } from 'vitest'
import type { TestApi } from './start-api.ts'
import { waitingStatements } from './waiting-statements.ts'

/** A lock that stops whoever comes to it, so that a test can act while work stands still at a place that it chose. */
export type HeldRow = {
  /** Resolves once so many are seen to wait, for this or for any other lock. */
  reached: (count?: number) => Promise<void>
  letGo: () => Promise<void>
}

/** Locks an order, as an edit by somebody else would. */
export const holdOrderRow = async (api: TestApi, id: string): Promise<HeldRow> => {
  const client = await api.context.pool.connect()
  await client.query('begin')
  await client.query('select from orders where id = $1 for update', [id])
  return {
    reached: (count = 1) =>
      expect
        .poll(() => waitingStatements(api.context.pool), { timeout: 20_000 })
        .toBeGreaterThanOrEqual(count),
    letGo: async () => {
      await client.query('commit')
      client.release()
    },
  }
}
