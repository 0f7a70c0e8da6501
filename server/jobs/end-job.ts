import { eq, type SQL } from 'drizzle-orm'
import type { ServerContext } from '../context.ts'
import { jobs } from '../db/schema/desk.ts'
import type { Executor } from '../crud/executor.ts'
import { type HeldJob, isHeld } from './hold-job.ts'
import { type JobRow, readJobRow } from './job-rows.ts'
import { type ToldJob, tellJob } from './tell-job.ts'

export type JobEnd = Partial<Pick<JobRow, 'code' | 'done' | 'total' | 'cursor' | 'fileName'>> & {
  status: 'DONE' | 'FAILED' | 'CANCELLED'
  /** Or how the database makes it. */
  report?: unknown
}

type Clock = Pick<ServerContext, 'now'>

/** Ends a job that this run still holds, and tells everybody; false where it holds it no more. */
export const endJob = async (db: Executor, clock: Clock, held: HeldJob, end: JobEnd): Promise<boolean> =>
  (await endWhere(db, clock, isHeld(held), end)) !== null

/** Ends a job that is locked and that nobody has begun. */
export const endLockedJob = async (
  tx: Executor,
  clock: Clock,
  id: string,
  end: JobEnd,
): Promise<JobRow | null> => {
  const ended = await endWhere(tx, clock, eq(jobs.id, id), end)
  return ended === null ? null : readJobRow(tx, id)
}

const endWhere = async (
  db: Executor,
  { now }: Clock,
  where: SQL | undefined,
  end: JobEnd,
): Promise<ToldJob | null> => {
  const [row] = await db
    .update(jobs)
    .set({ ...end, heldBy: null, heldUntil: null, finishedAt: now() })
    .where(where)
    .returning(told)
  if (row === undefined) return null
  await tellJob(db, row)
  return row
}

/** Not its report, which may be of megabytes. */
const told = (({ id, actor, status, done, total }) => ({ id, actor, status, done, total }))(jobs)
