import { asc, sql } from 'drizzle-orm'
import type { Actor } from '../../../domain/access/actor.ts'
import { type ChangeReport, largestIdCount, namedRecords } from '../../../domain/changes/changes.ts'
import { changeReport } from '../../crud/change-report.ts'
import { type ParsedTarget, targetSql } from '../../crud/choose-records.ts'
import { type Batch, recordChanges } from '../../crud/record-changes.ts'
import { isOneOf } from '../../crud/where-sql.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { users } from '../../db/schema.ts'
import { recordEvent } from '../../events/read-events.ts'
import { userSource } from '../../queries/users.ts'
import { removeSearchEntries } from '../../search/write-entries.ts'
import { revokeSessions } from '../sessions/end-sessions.ts'

/** Deletes users softly; oneself and those who are not there are refused one by one, the others go. */
export const deleteUsers = async (
  tx: Transaction,
  actor: Actor,
  target: ParsedTarget,
  { batch, dryRun }: { batch: Batch; dryRun: boolean },
): Promise<ChangeReport> => {
  const query = tx
    .select({ id: users.id, number: users.number, version: users.version, country: users.country })
    .from(users)
    .where(targetSql(userSource, actor, 'user.delete', target))
    .orderBy(asc(users.id))
  const rows = await (dryRun ? query : query.for('update'))
  const found = new Set(rows.map(({ id }) => id))
  const refused: ChangeReport['refused'] = [
    ...rows
      .filter(({ id }) => id === actor.id)
      .map(({ id, number }) => ({ id, number, code: 'SELF_CHANGE' as const })),
    ...('ids' in target ? target.ids : [])
      .filter((id) => !found.has(id))
      .map((id) => ({ id, number: 0, code: 'NOT_FOUND' as const })),
  ]
  const going = rows.filter(({ id }) => id !== actor.id)
  if (going.length > 0 && !dryRun) await deleteRows(tx, actor, batch, going)
  return changeReport(
    dryRun ? null : batch.id,
    going.map(({ id, number, version }) => ({ id, number, version: version + (dryRun ? 0 : 1) })),
    refused,
    'ids' in target ? largestIdCount : namedRecords,
  )
}

type Row = { id: string; version: number; country: string }

const deleteRows = async (tx: Transaction, actor: Actor, batch: Batch, rows: Row[]): Promise<void> => {
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
    actor: actor.id,
  })
}
