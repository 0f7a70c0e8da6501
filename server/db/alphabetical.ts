import { is, type SQL, sql } from 'drizzle-orm'
import { PgColumn, PgText } from 'drizzle-orm/pg-core'
import type { Pool, PoolClient } from 'pg'
import { StartRefusal } from '../core/start-refusal.ts'
import { hasSqlState } from './connection-errors.ts'

/**
 * The collation of everything that people read in the order of the alphabet: Unicode's own (ICU, the root locale), letters
 * first, then accents, then case, the same for all languages; what it calls equal is told apart by its bytes.
 * `domain/lib/alphabetical.ts` is the same order in JavaScript.
 */
const collation = 'alphabetical'

/** A text in the order of the alphabet: for `order by`, and for the indexes that give it. */
export const alphabetical = (text: PgColumn | SQL): SQL => sql`${text} collate ${sql.identifier(collation)}`

/** Whether people write what a column holds: not numbers, dates, nor the words of a table of ours. */
export const isWritten = (column: unknown): column is PgColumn =>
  is(column, PgColumn) && is(column, PgText) && column.enumValues === undefined

/** @throws StartRefusal where the server cannot have the collation */
export const refuseWithoutIcu = (error: unknown): never => {
  if (hasSqlState(error, unsupported) && /ICU|collation/i.test(messageOf(error))) {
    throw new StartRefusal(
      'This PostgreSQL was built without ICU, which Waybill sorts names with: use a build that has it (the packages of postgresql.org do, and the postgres image of Docker), with a database in UTF-8.',
    )
  }
  throw error
}

/** Drizzle says which statement failed, and its cause says why. */
const messageOf = (error: unknown): string =>
  error instanceof Error ? `${error.message} ${messageOf(error.cause)}` : ''

/** `feature_not_supported`; what an encoding other than Unicode's is refused with; `undefined_object`. */
const unsupported: ReadonlySet<string> = new Set(['0A000', '22023', '42704'])

type Behind = { recorded: string; actual: string }

/**
 * Rebuilds the indexes that were sorted by another version of ICU than the server's, which an update of PostgreSQL or of
 * its system brings: they would miss rows. Others read and write meanwhile. Answers which versions, null where they agree.
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
