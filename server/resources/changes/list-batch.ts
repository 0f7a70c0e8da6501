import { sql } from 'drizzle-orm'
import type { Actor } from '../../../domain/access/actor.ts'
import { scopeOf } from '../../../domain/access/permissions.ts'
import type { Change } from '../../../domain/changes.ts'
import { Refused } from '../../refused.ts'
import type { Executor } from '../engine/executor.ts'
import { isLeading } from './leading-lines.ts'
import { type LinesPage, listLines } from './list-lines.ts'

/** What a batch changed, record by record, in the order in which it was written. Who is shown only their own finds no other. */
export const listBatch = async (
  db: Executor,
  actor: Actor,
  batchId: string,
  page: LinesPage,
): Promise<{ items: Change[]; total: number }> => {
  const isReached = scopeOf(actor.role, 'change.list') === 'all' ? sql`true` : sql`line.actor = ${actor.id}`
  const where = sql`line.batch_id = ${batchId} and ${isReached} and ${isLeading(sql`line`)}`
  const lines = await listLines(db, where, sql`line.id`, page)
  if (lines.total === 0) throw new Refused('NOT_FOUND')
  return lines
}
