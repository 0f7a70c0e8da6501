import type { Pool, PoolClient } from 'pg'

type Connect = () => Promise<PoolClient>
type Callback = (error: Error | undefined, client: PoolClient | undefined, done: () => void) => void

/** Replaces how connections of a pool are checked out, which `query` and Drizzle use. `replace` gets the way so far. */
export const replaceConnect = (pool: Pool, replace: (connectNow: Connect) => Connect): void => {
  const connect = replace(pool.connect.bind(pool) as Connect)
  pool.connect = ((callback?: Callback) => {
    const connecting = connect()
    if (callback === undefined) return connecting
    connecting.then(
      (client) => callback(undefined, client, client.release),
      (error: Error) => callback(error, undefined, () => {}),
    )
  }) as Pool['connect']
}
