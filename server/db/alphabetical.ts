import { is, type SQL, sql } from 'drizzle-orm'
import { PgColumn, PgText } from 'drizzle-orm/pg-core'
import type { Pool, PoolClient } from 'pg'
import { StartRefusal } from '../core/errors.ts'
import { hasSqlState } from './connection-errors.ts'

/**
 * Collation of names: ICU root locale (letters, then accents, then case), the same for all languages; ties by bytes.
 * `domain/lib/alphabetical.ts` is its equivalent in JavaScript.
 */
const collation = 'alphabetical'

/** A text in alphabetical collation: for `order by` and indexes. */
export const alphabetical = (text: PgColumn | SQL): SQL => sql`${text} collate ${sql.identifier(collation)}`

/** Whether a column holds text typed by users, not numbers, dates or enumerations. */
export const isWritten = (column: unknown): column is PgColumn =>
  is(column, PgColumn) && is(column, PgText) && column.enumValues === undefined

/** @throws StartRefusal if the server lacks the collation */
export const refuseWithoutIcu = (error: unknown): never => {
  if (hasSqlState(error, unsupported) && /ICU|collation/i.test(messageOf(error))) {
    throw new StartRefusal(
      'This PostgreSQL was built without ICU, which Waybill sorts names with: use a build that has it (the packages of postgresql.org do, and the postgres image of Docker), with a database in UTF-8.',
    )
  }
  throw error
}

/** Drizzle wraps the database's message. */
const messageOf = (error: unknown): string =>
  error instanceof Error ? `${error.message} ${messageOf(error.cause)}` : ''

/** feature_not_supported, invalid_parameter_value (non-Unicode encoding), undefined_object */
const unsupported: ReadonlySet<string> = new Set(['0A000', '22023', '42704'])

type Behind = { recorded: string; actual: string }

/**
 * Rebuilds indexes made with another ICU version than the server's, which would miss rows. Concurrent. Returns the versions,
 * null if equal.
 */
export const followCollation = async (client: PoolClient | Pool): Promise<Behind | null> => {
  const { rows } = await client.query<Behind>(
    `select collversion as recorded, pg_collation_actual_version(oid) as actual from pg_collation
      where collname = $1 and collnamespace = 'public'::regnamespace
        and collversion <> pg_collation_actual_version(oid)`,
    [collation],
  )
  const [behind] = rows
  if (behind === undefined) return null
  const { rows: indexes } = await client.query<{ name: string }>(
    `select distinct indexrelid::regclass::text as name from pg_index, unnest(indcollation) as used
      where used = (select oid from pg_collation where collname = $1 and collnamespace = 'public'::regnamespace)`,
    [collation],
  )
  for (const { name } of indexes) await client.query(`reindex index concurrently ${name}`)
  await client.query(`alter collation public.${collation} refresh version`)
  return behind
}
