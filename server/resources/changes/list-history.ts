import { desc, eq, sql } from 'drizzle-orm'
import type { Change } from '../../../domain/changes.ts'
import { changes } from '../../database/schema/changes.ts'
import { users } from '../../database/schema/users.ts'
import type { Executor } from '../engine/executor.ts'

/** A record's history, newest first. */
export const listHistory = async (
  db: Executor,
  recordId: string,
  { limit, skip }: { limit: number; skip: number },
): Promise<{ items: Change[]; total: number }> => {
  const ofRecord = sql`${changes.recordId} = ${recordId}`
  const rows = await db
    .select({
      id: changes.id,
      batchId: changes.batchId,
      at: changes.at,
      actor: changes.actor,
      actorName: users.name,
      verb: changes.verb,
      resource: changes.resource,
      recordId: changes.recordId,
      before: changes.before,
      after: changes.after,
      isUndone: sql<boolean>`exists (select 1 from changes later where later.undoes = changes.id)`,
      undoes: changes.undoes,
    })
    .from(changes)
    .leftJoin(users, eq(users.id, changes.actor))
    .where(ofRecord)
    .orderBy(desc(changes.at), desc(changes.id))
    .limit(limit)
    .offset(skip)
  return {
    items: rows.map((row) => ({ ...row, at: row.at.toISOString() })),
    total: await db.$count(changes, ofRecord),
  }
}
