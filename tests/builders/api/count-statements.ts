import type { Pool } from 'pg'

/** The statements that a pool's clients are sent while a call runs. */
export const countStatements = async (pool: Pool, call: () => Promise<unknown>): Promise<number> => {
  let count = 0
  const clients = await Promise.all(Array.from({ length: 10 }, () => pool.connect()))
  const restores = clients.map((client) => {
    const query = client.query
    client.query = ((...given: Parameters<typeof query>) => {
      count++
      return query.apply(client, given)
    }) as typeof query
    return () => {
      client.query = query
    }
  })
  for (const client of clients) client.release()
  await call()
  for (const restore of restores) restore()
  return count
}
