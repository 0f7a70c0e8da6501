import { eq, type SQL } from 'drizzle-orm'
import type { ServerContext } from '../context.ts'
import { jobs } from '../database/schema/desk.ts'
import type { Executor } from '../resources/engine/executor.ts'
import { type HeldJob, isHeld } from './hold-job.ts'
import type { JobRow } from './job-rows.ts'
import { tellJob } from './tell-job.ts'

export type JobEnd = Partial<Pick<JobRow, 'code' | 'report' | 'done' | 'total' | 'cursor' | 'fileName'>> & {
  status: 'DONE' | 'FAILED' | 'CANCELLED'
}

type Clock = Pick<ServerContext, 'now'>

/** Ends a job that this run still holds, and tells everybody; false where it holds it no more. */
export const endJob = async (db: Executor, clock: Clock, held: HeldJob, end: JobEnd): Promise<boolean> =>
  (await endWhere(db, clock, isHeld(held), end)) !== undefined

/** Ends a job that is locked and that nobody has begun. */
export const endLockedJob = async (
  tx: Executor,
  clock: Clock,
  id: string,
  end: JobEnd,
): Promise<JobRow | undefined> => endWhere(tx, clock, eq(jobs.id, id), end)

const endWhere = async (
  db: Executor,
  { now }: Clock,
  where: SQL | undefined,
  end: JobEnd,
): Promise<JobRow | undefined> => {
  const [row] = await db
    .update(jobs)
    .set({ ...end, heldBy: null, heldUntil: null, finishedAt: now() })
    .where(where)
    .returning()
  if (row !== undefined) await tellJob(db, row)
  return row
}
