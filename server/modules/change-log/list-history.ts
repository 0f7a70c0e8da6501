import { sql } from 'drizzle-orm'
import type { Actor } from '../../../domain/access/actor.ts'
import type { Change } from '../../../domain/changes.ts'
import type { Executor } from '../../crud/executor.ts'
import { type LinesPage, listLines } from './list-lines.ts'

/** A record's history, newest first. */
export const listHistory = (
  db: Executor,
  actor: Actor,
  recordId: string,
  page: LinesPage,
): Promise<{ items: Change[]; total: number }> =>
  listLines(db, actor, sql`line.record_id = ${recordId}`, sql`line.at desc, line.id desc`, page)
