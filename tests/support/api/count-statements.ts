import { AsyncLocalStorage } from 'node:async_hooks'
import type { Pool } from 'pg'

type Counter = { count: number }

const counters = new AsyncLocalStorage<Counter>()

/** Whether the running code is counted: then a standby answers nothing, so that its calls are as everywhere. */
export const isCounted = (): boolean => counters.getStore() !== undefined

/** Updates of a session's last use, once a minute: depends on the machine's speed. */
const isTouch = (query: unknown): boolean => {
  const text = typeof query === 'string' ? query : (query as { text?: unknown } | undefined)?.text
  return typeof text === 'string' && text.startsWith('update "sessions" set "last_used_at"')
}

/**
 * Counts a call's statements, without background work and session updates; with `jobs`, all statements, for a call that waits
 * for a job.
 */
export const countStatements = async (
  pool: Pool,
  call: () => Promise<unknown>,
  options: { jobs?: true } = {},
): Promise<number> => {
  const counter: Counter = { count: 0 }
  const clients = await Promise.all(Array.from({ length: 10 }, () => pool.connect()))
  const restores = clients.map((client) => {
    const query = client.query
    client.query = ((...given: Parameters<typeof query>) => {
      const isOurs = options.jobs || counters.getStore() === counter
      if (isOurs && !isTouch(given[0])) counter.count++
      return query.apply(client, given)
    }) as typeof query
    return () => {
      client.query = query
    }
  })
  for (const client of clients) client.release()
  await counters.run(counter, call)
  for (const restore of restores) restore()
  return counter.count
}
