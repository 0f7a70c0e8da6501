import { and, eq, inArray, like, lt, type SQL } from 'drizzle-orm'
import type { ChangeReport } from '../../domain/changes/changes.ts'
import { Refused } from '../core/errors.ts'
import type { ServerContext } from '../db/context.ts'
import type { Executor, Transaction } from '../db/drizzle.ts'
import { jobFiles, jobs } from '../db/schema/user-work.ts'
import { type NotifiedJob, tellJob } from '../events/job-notice.ts'
import { dryRunPattern, emptyReport, refuseRestOfJob } from './define-job.ts'
import { hasEnded, isHeld, type JobRow, type LeasedJob, readJobRow } from './job-rows.ts'

export type JobEnd = Partial<Pick<JobRow, 'code' | 'done' | 'total' | 'cursor' | 'fileName'>> & {
  status: 'DONE' | 'FAILED' | 'CANCELLED'
  /** Or an SQL expression. */
  report?: unknown
}

type Clock = Pick<ServerContext, 'now'>

/** Ends a job and publishes it; false if this run lost its lease. */
export const endJob = async (db: Executor, clock: Clock, held: LeasedJob, end: JobEnd): Promise<boolean> =>
  (await endWhere(db, clock, isHeld(held), end)) !== null

/** Ends a locked job that has not begun. */
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
): Promise<NotifiedJob | null> => {
  const [row] = await db
    .update(jobs)
    .set({ ...end, heldBy: null, heldUntil: null, finishedAt: now() })
    .where(where)
    .returning(progressColumns)
  if (row === undefined) return null
  await tellJob(db, row)
  return row
}

/** Without the report, which may be large. */
const progressColumns = (({ id, actor, status, done, total }) => ({ id, actor, status, done, total }))(jobs)

/** Requests cancellation: the runner checks between steps. A job that has not begun ends here. */
export const cancelJob = async (
  tx: Transaction,
  context: Pick<ServerContext, 'now'>,
  id: string,
  isInSteps: (work: string) => boolean,
): Promise<JobRow> => {
  const [row] = await tx.select().from(jobs).where(eq(jobs.id, id)).for('update')
  if (row === undefined) throw new Refused('NOT_FOUND')
  if (hasEnded(row)) throw new Refused('JOB_ENDED')
  if (row.status === 'QUEUED') {
    const report = isInSteps(row.work) ? cancelledReport(row) : null
    return (await endLockedJob(tx, context, id, { status: 'CANCELLED', report }))!
  }
  const asked = { isCancelRequested: true }
  await tx.update(jobs).set(asked).where(eq(jobs.id, id))
  return { ...row, ...asked }
}

/** Completed work stays; the rest of the total is refused as CANCELLED. */
export const cancelledReport = ({ report, total, done }: JobRow): ChangeReport =>
  refuseRestOfJob((report ?? emptyReport) as ChangeReport, (total ?? done) - done, 'CANCELLED')

const hour = 3_600_000
const day = 24 * hour
/** Retention of dry runs. */
const dryRunsKeptFor = hour
const filesKeptFor = day
const jobsKeptFor = 30 * day

/** Deletes files of jobs after a day, dry runs after an hour, jobs after a month. */
export const forgetJobs = async ({ db, now }: Pick<ServerContext, 'db' | 'now'>): Promise<void> => {
  const endedBefore = (age: number) => lt(jobs.finishedAt, new Date(now().getTime() - age))
  const old = db.select({ id: jobs.id }).from(jobs).where(endedBefore(filesKeptFor))
  await db.delete(jobFiles).where(inArray(jobFiles.job, old))
  await db.delete(jobs).where(and(like(jobs.work, dryRunPattern), endedBefore(dryRunsKeptFor)))
  await db.delete(jobs).where(endedBefore(jobsKeptFor))
}
