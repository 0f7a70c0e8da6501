import type { Pool } from 'pg'

/** The most rows that one statement of a pool's clients answers while a call, and what it begins, runs. */
export const mostRows = async (pool: Pool, call: () => Promise<unknown>): Promise<number> => {
  let most = 0
  const count = (answer: unknown): void => {
    const { rows } = answer as { rows?: unknown[] }
    most = Math.max(most, rows?.length ?? 0)
  }
  const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  const restores = clients.map((client) => {
    const query = client.query
    client.query = ((...given: Parameters<typeof query>) => {
      const answer: unknown = query.apply(client, given)
      if (answer instanceof Promise) answer.then(count, () => undefined)
      return answer
    }) as typeof query
    return () => {
      client.query = query
    }
  })
  for (const client of clients) client.release()
  try {
    await call()
  } finally {
    for (const restore of restores) restore()
  }
  return most
}
