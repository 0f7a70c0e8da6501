import type { ServerContext } from '../context.ts'
import { jobs } from '../database/schema/desk.ts'
import type { Executor } from '../resources/engine/executor.ts'
import { type HeldJob, isHeld } from './hold-job.ts'
import type { JobRow } from './job-rows.ts'
import { tellJob } from './tell-job.ts'

export type JobEnd = Partial<Pick<JobRow, 'code' | 'report' | 'done' | 'total' | 'cursor' | 'fileName'>> & {
  status: 'DONE' | 'FAILED' | 'CANCELLED'
}

/** Ends a job that this run still holds, and tells everybody; does nothing where it holds it no more. */
export const endJob = async (
  db: Executor,
  { now }: Pick<ServerContext, 'now'>,
  held: HeldJob,
  end: JobEnd,
): Promise<void> => {
  const [row] = await db
    .update(jobs)
    .set({ ...end, heldBy: null, heldUntil: null, finishedAt: now() })
    .where(isHeld(held))
    .returning()
  if (row !== undefined) await tellJob(db, row)
}
