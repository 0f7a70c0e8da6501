import { findRunning } from '../backup/installation.ts'
import { knownMigrations } from '../backup/restore-backup.ts'
import type { Config } from '../config/config.ts'
import { openInstalledSecrets } from '../config/secrets-key.ts'
import { StartRefusal } from '../core/errors.ts'
import { toDrizzle } from '../db/drizzle.ts'
import { openPlainPool } from '../db/plain-pool.ts'
import { openFileStore } from '../files/open-file-store.ts'
import { type OpenContext, openContext } from '../open-context.ts'

/**
 * The installation's database for an operator's command: of the running server if it is an embedded one, else opened and migrated
 * as at a start. @throws StartRefusal, also if the running server is of another version
 */
export const openOperatorContext = async (config: Config): Promise<OpenContext> => {
  const running = config.databaseUrl === undefined ? await findRunning(config.dataDir) : null
  if (running === null) return openContext(config, console)
  const connectionConfig = { ...running, application_name: 'waybill operator' }
  const pool = openPlainPool({ ...connectionConfig, max: 2 })
  try {
    const { rows } = await pool.query<{ count: number }>(
      'select count(*)::int as count from drizzle.__drizzle_migrations',
    )
    if (rows[0]?.count !== knownMigrations())
      throw new StartRefusal('The Waybill that runs is of another version: restart it first.')
    const context = {
      db: toDrizzle(pool),
      pool,
      connectionConfig,
      now: () => new Date(),
      files: openFileStore(config),
      secrets: openInstalledSecrets(config),
      outbound: config.outbound,
      secondFactor: config.secondFactor,
    }
    return { context, close: () => pool.end() }
  } catch (error) {
    await pool.end()
    throw error
  }
}
