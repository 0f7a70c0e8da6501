import { existsSync } from 'node:fs'
import type { Config } from './config/config.ts'
import { openInstalledSecrets } from './config/secrets-key.ts'
import { openDatabase } from './connect-database.ts'
import type { DatabaseLog } from './db/connection-errors.ts'
import type { ServerContext } from './db/context.ts'
import { toDrizzle } from './db/drizzle.ts'
import { migrate } from './db/migrate.ts'
import type { ConnectionConfig } from './db/multi-host-client.ts'
import { openOwnFolder } from './db/own-folder.ts'
import { openPlainPool } from './db/plain-pool.ts'
import { openFileStore } from './files/open-file-store.ts'
import { releaseAllJobs } from './jobs/job-rows.ts'

export type OpenContext = {
  context: ServerContext
  close: () => Promise<void>
}

/** Opens and migrates the database. @throws StartRefusal */
export const openContext = async (config: Config, log: DatabaseLog): Promise<OpenContext> => {
  // The embedded database opens the folder itself; otherwise it is for pictures and mails.
  if (config.databaseUrl !== undefined && existsSync(config.dataDir)) openOwnFolder(config.dataDir)
  const database = await openDatabase({ ...config, log })
  try {
    await migrateDirectly(database.connectionConfig)
    const context = {
      db: toDrizzle(database.pool),
      pool: database.pool,
      connectionConfig: database.connectionConfig,
      now: () => new Date(),
      files: openFileStore(config),
      secrets: openInstalledSecrets(config),
      outbound: config.outbound,
      secondFactor: config.secondFactor,
      ...(database.standby === undefined ? {} : { standby: database.standby }),
      ...(database.hasRoom === undefined ? {} : { hasRoom: database.hasRoom }),
    }
    // The data folder is exclusive, so leases of a killed process can be released at once.
    if (database.kind === 'embedded') await releaseAllJobs(context)
    return { context, close: () => database.close() }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Needs a direct connection for its session lock. */
const migrateDirectly = async (connectionConfig: ConnectionConfig): Promise<void> => {
  const pool = openPlainPool({ ...connectionConfig, max: 1 })
  try {
    await migrate(pool)
  } finally {
    await pool.end()
  }
}
