import { sql } from 'drizzle-orm'
import { v7 as newId } from 'uuid'
import type { Actor } from '../../../domain/access/actor.ts'
import type { CountryCode } from '../../../domain/core/countries.ts'
import type { EarlierImport } from '../../../domain/orders/import/import-report.ts'
import { Refused } from '../../core/errors.ts'
import type { Batch } from '../../crud/record-changes.ts'
import type { Executor, Transaction } from '../../db/drizzle.ts'
import { imports } from '../../db/schema/orders.ts'

type File = { country: CountryCode; fileHash: string }

/** Serialises imports of a country, so that files and references stay unique. */
export const lockImports = async (tx: Transaction, country: CountryCode): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`import ${country}`}, 0))`)
}

/**
 * Waits for running imports before creating an order with a reference. Single orders run concurrently; the unique index decides
 * between them.
 */
export const awaitImports = async (tx: Transaction, country: CountryCode): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(hashtextextended(${`import ${country}`}, 0))`)
}

/** @throws Refused `FILE_ALREADY_IMPORTED` with the earlier import, unless that was undone completely */
export const refuseImportedFile = async (
  db: Executor,
  actor: Actor,
  { country, fileHash }: File,
): Promise<void> => {
  const { rows } = await db.execute<{ batch_id: string; created_at: Date; created_count: number }>(sql`
    select batch_id, created_at, created_count from imports
    where owner = ${actor.id} and country = ${country} and file_hash = ${fileHash}
      and exists (select 1 from changes join orders on orders.id = changes.record_id
        where changes.batch_id = imports.batch_id and orders.deleted_at is null)`)
  const [earlier] = rows
  if (earlier === undefined) return
  const current: EarlierImport = {
    batchId: earlier.batch_id,
    createdAt: new Date(earlier.created_at).toISOString(),
    created: earlier.created_count,
  }
  throw new Refused('FILE_ALREADY_IMPORTED', { current })
}

/** A file that created nothing is not stored and may be sent again. */
export const rememberFile = async (
  tx: Transaction,
  actor: Actor,
  { country, fileHash }: File,
  done: { batch: Batch; rows: number; created: number },
): Promise<void> => {
  const facts = {
    createdAt: done.batch.at,
    batchId: done.batch.id,
    rowCount: done.rows,
    createdCount: done.created,
  }
  await tx
    .insert(imports)
    .values({ id: newId(), country, owner: actor.id, fileHash, ...facts })
    .onConflictDoUpdate({ target: [imports.owner, imports.country, imports.fileHash], set: facts })
}
