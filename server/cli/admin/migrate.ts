import { knownMigrations } from '../../backup/restore-backup.ts'
import { readConfig } from '../../config/config.ts'
import { openContext } from '../../open-context.ts'

/** Opens the database, which migrates it, and closes it again. @throws StartRefusal */
export const migrateDatabase = async (): Promise<void> => {
  const { close } = await openContext(readConfig(process.env), console)
  await close()
  console.log(`The database has all ${knownMigrations()} migrations.`)
}
