import { sql } from 'drizzle-orm'
import type { Actor } from '../../../domain/access/actor.ts'
import { revokeSessions } from '../../auth/end-sessions.ts'
import { type Batch, recordChanges } from '../../crud/record-changes.ts'
import { isOneOf } from '../../db/columns.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { users } from '../../db/schema.ts'
import { recordEvent } from '../../events/read-events.ts'
import { removeSearchEntries } from '../../search/write-entries.ts'

type GoingUser = { id: string; version: number; country: string }

/** Soft deletion of users; ends their sessions. Without an actor: the server itself. */
export const deleteUserRows = async (
  tx: Transaction,
  actor: Pick<Actor, 'id' | 'role'> | null,
  batch: Batch,
  rows: readonly GoingUser[],
): Promise<void> => {
  const ids = rows.map(({ id }) => id)
  await tx
    .update(users)
    .set({ deletedAt: batch.at, updatedAt: batch.at, version: sql`${users.version} + 1` })
    .where(isOneOf(users.id, ids))
  await revokeSessions(tx, ids, batch.at)
  await removeSearchEntries(tx, 'users', ids)
  await recordChanges(
    tx,
    actor,
    batch,
    rows.map(({ id, version }) => ({
      verb: 'user.delete',
      resource: 'users',
      recordId: id,
      version: version + 1,
      before: { isDeleted: false },
      after: { isDeleted: true },
    })),
  )
  const countries = new Set(rows.map(({ country }) => country))
  await recordEvent(tx, {
    resource: 'users',
    verb: 'user.delete',
    country: countries.size === 1 ? rows[0]!.country : null,
    ids,
    batchId: batch.id,
    actor: actor?.id ?? null,
  })
}
