import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import type { Pool } from 'pg'
import { followCollation, refuseWithoutIcu } from './alphabetical.ts'
import { boundAgain, unbound } from './multi-host-client.ts'

export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))

/** Advisory lock: one instance migrates, others wait. */
const migrationLock = 760_118_411

/**
 * Migrates the database. Safe at every start and on several instances. Needs a direct connection: the lock belongs to the
 * session.
 */
export const migrate = async (pool: Pool): Promise<void> => {
  const client = await pool.connect()
  try {
    // Removes timeouts set on the role.
    await client.query(unbound)
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await client.query('create extension if not exists pg_trgm')
    await applyMigrations(drizzle(client), { migrationsFolder }).catch(refuseWithoutIcu)
    await followCollation(client)
  } finally {
    await client.query('select pg_advisory_unlock($1)', [migrationLock]).catch(() => undefined)
    await client.query(boundAgain).catch(() => undefined)
    client.release()
  }
}
