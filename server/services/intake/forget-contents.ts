import { sql } from 'drizzle-orm'
import type { ServerContext } from '../../db/context.ts'

const day = 24 * 3_600_000

/** For how long what came is kept: long enough to settle a dispute about a delivery. */
const contentsKeptFor = 90 * day

/**
 * Deletes what came of events 90 days ago; their rows stay. Events that still wait to be worked on keep it. Found by the times in
 * the ids, so that only contents are read.
 */
export const forgetContents = async ({ db, now }: Pick<ServerContext, 'db' | 'now'>): Promise<void> => {
  const before = now().getTime() - contentsKeptFor
  await db.execute(sql`
    delete from intake_bodies using intake
    where intake_bodies.event < ${lowestIdAt(before)}::uuid and intake.id = intake_bodies.event
      and intake.created_at < ${new Date(before).toISOString()}::timestamptz and intake.worked_at is not null`)
}

/** No UUID v7 of that millisecond or later is less. */
const lowestIdAt = (milliseconds: number): string => {
  const time = milliseconds.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`
}
