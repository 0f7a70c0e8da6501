import pg from 'pg'

/** A pool for one task. A connection that is lost while it closes does not end the process: a query of it fails anyway. */
export const openPlainPool = (config: pg.PoolConfig): pg.Pool => {
  const pool = new pg.Pool(config)
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
