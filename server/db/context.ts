import type { Pool } from 'pg'
import type { StorageLimits } from '../../domain/users/storage-limits.ts'
import type { Bounds } from '../core/bounds.ts'
import type { FileStore } from '../files/file-store.ts'
import type { Database } from './drizzle.ts'
import type { ConnectionConfig } from './multi-host-client.ts'

/** What every route and workflow is given. Built once at the start; tests build it over their own database. */
export type ServerContext = {
  db: Database
  pool: Pool
  /** For a client outside the pool that keeps its session: LISTEN. */
  connectionConfig: ConnectionConfig
  now: () => Date
  /** Where the files of uploaded pictures are. Instances on one database share it. */
  files: FileStore
  /** Whether the disk of the database has room for more. Left out where it is not ours to see. */
  hasRoom?: () => Promise<boolean>
  /** Other bounds per user than the usual ones. */
  bounds?: Partial<Bounds>
  /** Other bounds of what is stored per user than the usual ones. */
  storage?: Partial<StorageLimits>
}
