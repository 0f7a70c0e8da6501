import { sql } from 'drizzle-orm'
import type { Actor } from '../../../domain/access/actor.ts'
import type { Change } from '../../../domain/changes.ts'
import { Refused } from '../../refused.ts'
import type { Executor } from '../../crud/executor.ts'
import { changeReach } from './change-reach.ts'
import { type LinesPage, listLines } from './list-lines.ts'

/** What a batch changed, record by record, in the order in which it was written, as far as the actor reads it at present. */
export const listBatch = async (
  db: Executor,
  actor: Actor,
  batchId: string,
  page: LinesPage,
): Promise<{ items: Change[]; total: number }> => {
  const where = sql`line.batch_id = ${batchId} and ${changeReach(actor, sql`line`)}`
  const lines = await listLines(db, actor, where, sql`line.id`, page)
  if (lines.total === 0) throw new Refused('NOT_FOUND')
  return lines
}
