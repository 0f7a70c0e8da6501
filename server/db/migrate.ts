import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import type { Pool } from 'pg'
import { followCollation, refuseWithoutIcu } from './alphabetical.ts'
import { boundAgain, unbound } from './multi-host-client.ts'

export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))

/** Several instances may start at once on one database: the one with this lock migrates, the others wait for it. */
const migrationLock = 760_118_411

/**
 * Brings the database to the newest schema. Safe to run at every start and from several instances at once. The
 * connection is of the server itself, never of a pooler: the lock is its session's.
 */
export const migrate = async (pool: Pool): Promise<void> => {
  const client = await pool.connect()
  try {
    // Where its role bounds statements, neither the wait nor the work may be cut.
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
