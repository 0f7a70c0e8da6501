import { readMigrationFiles } from 'drizzle-orm/migrator'
import type pg from 'pg'
import { migrationsFolder } from '../db/migrate.ts'

const migrations = () => readMigrationFiles({ migrationsFolder })

export const knownMigrations = (): number => migrations().length

/** Makes the schema as the first so many migrations left it, within the client's transaction, and notes them as done. */
export const applyFirst = async (client: pg.Client, count: number): Promise<void> => {
  await client.query('create extension if not exists pg_trgm')
  await client.query('create schema drizzle')
  await client.query(
    'create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  )
  for (const { sql, hash, folderMillis } of migrations().slice(0, count)) {
    for (const statement of sql) await client.query(statement)
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
      hash,
      folderMillis,
    ])
  }
}
