import { eq } from 'drizzle-orm'
import type { ChangeReport } from '../../domain/changes.ts'
import type { ServerContext } from '../context.ts'
import type { Transaction } from '../db/drizzle.ts'
import { jobs } from '../db/schema/desk.ts'
import { Refused } from '../refused.ts'
import { endLockedJob } from './end-job.ts'
import { hasEnded, type JobRow } from './job-rows.ts'
import { emptyReport, refuseRest } from './merge-reports.ts'

/**
 * Asks a job to stop: whoever runs it looks at the request between two steps. One that nobody has begun ends here.
 */
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

/** What was done stands; what is left of the total was refused. */
export const cancelledReport = ({ report, total, done }: JobRow): ChangeReport =>
  refuseRest((report ?? emptyReport) as ChangeReport, (total ?? done) - done, 'CANCELLED')
