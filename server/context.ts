import type { ClientConfig, Pool } from 'pg'
import type { Database } from './database/drizzle.ts'

/** What every route and workflow is given. Built once at the start; tests build it over their own database. */
export type ServerContext = {
  db: Database
  pool: Pool
  /** For a client outside the pool that keeps its session: LISTEN. */
  connectionConfig: ClientConfig
  now: () => Date
}
