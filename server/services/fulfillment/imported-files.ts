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

/** Imports of one country run one after the other, so that neither a file nor a reference can slip in twice at the same time. */
export const lockImports = async (tx: Transaction, country: CountryCode): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`import ${country}`}, 0))`)
}

/**
 * Keeps imports of the country out for a single order with a reference: an import has read by then which references are
 * taken. Single orders do not wait for each other; of two with one reference the unique index refuses the second.
 */
export const awaitImports = async (tx: Transaction, country: CountryCode): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(hashtextextended(${`import ${country}`}, 0))`)
}

/** Throws `FILE_ALREADY_IMPORTED` with the earlier import. One that was undone as a whole does not count. */
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

/** A file that created nothing is not remembered: it may be sent again once its products are there. */
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
