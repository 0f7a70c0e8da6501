import type { ChangeReport } from '../../domain/changes.ts'
import type { ServerContext } from '../context.ts'
import type { Transaction } from '../db/drizzle.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { jobs } from '../db/schema/desk.ts'
import { deferSearchIndexing } from '../search/search-index.ts'
import { cancelledReport } from './cancel-job.ts'
import type { StepJob } from './define-job.ts'
import { endJob } from './end-job.ts'
import { type HeldJob, isHeld, leaseEnd, readHeldJob, releaseJob } from './hold-job.ts'
import type { JobRow } from './job-rows.ts'
import { emptyReport, mergeReports } from './merge-reports.ts'
import { makePace, type Pace } from './pace.ts'
import { readActor } from './read-actor.ts'
import { RunHalted } from './run-halted.ts'
import { tellJob } from './tell-job.ts'

/** Takes a job's steps one after the other until it ends, is taken over, or the server stops. */
export const runSteps = async (
  context: ServerContext,
  definition: StepJob,
  held: HeldJob,
  isStopping: () => boolean,
): Promise<void> => {
  const isTime = makePace()
  let goesOn = true
  while (goesOn) {
    if (isStopping()) return releaseJob(context, held)
    goesOn = await inTransaction(context, (tx) => takeStep(tx, context, definition, held, isTime))
  }
}

/**
 * One step, and whether there is another one for this run. The job's row is written last: until then it can be cancelled
 * without waiting, and a run that has lost its job meanwhile finds it held by another and rolls back.
 */
const takeStep = async (
  tx: Transaction,
  context: ServerContext,
  definition: StepJob,
  held: HeldJob,
  isTime: Pace,
): Promise<boolean> => {
  const row = await readHeldJob(tx, held)
  if (row === null) return false
  if (row.isCancelRequested) {
    await endJob(tx, context, held, { status: 'CANCELLED', report: cancelledReport(row) })
    return false
  }
  await deferSearchIndexing(tx)
  const before = (row.report ?? emptyReport) as ChangeReport
  const { cursor, done, report, mostNamed } = await definition.step(tx, {
    actor: await readActor(tx, row),
    input: row.input,
    cursor: row.cursor,
    batch: { id: row.batchId, at: context.now() },
  })
  const next = { cursor, done: row.done + done, report: mergeReports(before, report, mostNamed) }
  // What left the filter meanwhile was never reached: at the end, the total is what there was.
  const isHeldStill =
    cursor === null
      ? await endJob(tx, context, held, { ...next, status: 'DONE', total: next.done })
      : await moveJob(tx, held, next)
  if (!isHeldStill) throw new RunHalted('lost')
  if (cursor !== null && isTime()) await tellJob(tx, { ...row, ...next })
  return cursor !== null
}

const moveJob = async (
  tx: Transaction,
  held: HeldJob,
  next: Pick<JobRow, 'cursor' | 'done' | 'report'>,
): Promise<boolean> => {
  const { rowCount } = await tx
    .update(jobs)
    .set({ ...next, heldUntil: leaseEnd })
    .where(isHeld(held))
  return rowCount === 1
}
