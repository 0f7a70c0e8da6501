import { AsyncLocalStorage } from 'node:async_hooks'
import type { Pool } from 'pg'

type Counter = { count: number }

const counters = new AsyncLocalStorage<Counter>()

/**
 * Counts the statements of a call, without those of background work; with `jobs` all
 * statements sent meanwhile, for a call that waits for a job.
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
      if (options.jobs || counters.getStore() === counter) counter.count++
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
