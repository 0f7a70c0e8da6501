import type { Pool } from 'pg'
import type { SecondFactorPolicy } from '../../domain/users/second-factor.ts'
import type { StorageLimits } from '../../domain/users/storage-limits.ts'
import type { Bounds } from '../core/bounds.ts'
import type { Secrets } from '../core/seal.ts'
import type { FileStore } from '../files/file-store.ts'
import type { OutboundRules } from '../outbound/address-rules.ts'
import type { Database } from './drizzle.ts'
import type { ConnectionConfig } from './multi-host-client.ts'
import type { Standby } from './standby.ts'

/** Dependencies of all routes and workflows. Built at the start; tests build their own. */
export type ServerContext = {
  db: Database
  pool: Pool
  /** For session clients outside the pool: LISTEN. */
  connectionConfig: ConnectionConfig
  /** Answers reads in the place of `db` (`readAnywhere`); absent without `DATABASE_READ_URL`. */
  standby?: Standby
  now: () => Date
  /** File store; shared by instances. */
  files: FileStore
  /** Seals secrets of sources and webhooks. */
  secrets: Secrets
  /** Addresses of others that may be called; default: the public internet by https. */
  outbound?: OutboundRules
  /** Whether the database's disk has room; absent if unknown. */
  hasRoom?: () => Promise<boolean>
  /** Origin that people open; known once the server listens. Passkeys belong to its name. */
  origin?: () => string
  /** Who must have a second factor; default: nobody. */
  secondFactor?: SecondFactorPolicy
  /** Overrides of limits per user. */
  bounds?: Partial<Bounds>
  /** Overrides of storage limits per user. */
  storage?: Partial<StorageLimits>
  /** Overrides how long a webhook's receiver may take, in milliseconds. */
  webhookTimeout?: number
  /** Overrides the step of time of answers that must not reveal whether an account exists, in milliseconds. */
  answerStep?: number
}
