import pg from 'pg'
import type { Config } from './config.ts'
import type { ServerContext } from './context.ts'
import { openDatabase } from './database/connect.ts'
import type { DatabaseLog } from './database/database-log.ts'
import { toDrizzle } from './database/drizzle.ts'
import { migrate } from './database/migrate.ts'

export type OpenContext = {
  context: ServerContext
  close: () => Promise<void>
}

/** Opens the database of this installation and brings it to the newest schema. @throws StartRefusal */
export const openContext = async (config: Config, log: DatabaseLog): Promise<OpenContext> => {
  const database = await openDatabase({ ...config, log })
  try {
    await migrateDirectly(database.connectionConfig)
  } catch (error) {
    await database.close()
    throw error
  }
  return {
    context: {
      db: toDrizzle(database.pool),
      pool: database.pool,
      connectionConfig: database.connectionConfig,
      now: () => new Date(),
    },
    close: () => database.close(),
  }
}

/** Migrations hold a session's lock, which a pooler would not keep. */
const migrateDirectly = async (connectionConfig: pg.ClientConfig): Promise<void> => {
  const pool = new pg.Pool({ ...connectionConfig, max: 1 })
  try {
    await migrate(pool)
  } finally {
    await pool.end()
  }
}
