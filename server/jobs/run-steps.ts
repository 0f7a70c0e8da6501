import { eq } from 'drizzle-orm'
import type { ChangeReport } from '../../domain/changes.ts'
import type { ServerContext } from '../context.ts'
import type { Transaction } from '../database/drizzle.ts'
import { inTransaction } from '../database/in-transaction.ts'
import { jobs } from '../database/schema/desk.ts'
import { cancelledReport } from './cancel-job.ts'
import type { StepJob } from './define-job.ts'
import { endJob } from './end-job.ts'
import { type HeldJob, leaseEnd, lockHeldJob, releaseJob } from './hold-job.ts'
import { emptyReport, mergeReports } from './merge-reports.ts'
import { makePace, type Pace } from './pace.ts'
import { readActor } from './read-actor.ts'
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

/** One step, and where it leads; whether there is another one for this run. */
const takeStep = async (
  tx: Transaction,
  context: ServerContext,
  definition: StepJob,
  held: HeldJob,
  isTime: Pace,
): Promise<boolean> => {
  const row = await lockHeldJob(tx, held)
  if (row === null) return false
  if (row.isCancelRequested) {
    await endJob(tx, context, held, { status: 'CANCELLED', report: cancelledReport(row) })
    return false
  }
  const before = (row.report ?? emptyReport) as ChangeReport
  const { cursor, done, report, mostNamed } = await definition.step(tx, {
    actor: await readActor(tx, row.actor),
    input: row.input,
    cursor: row.cursor,
    batch: { id: row.batchId, at: context.now() },
  })
  const next = { cursor, done: row.done + done, report: mergeReports(before, report, mostNamed) }
  if (cursor === null) {
    // What left the filter meanwhile was never reached: the total is what there was.
    await endJob(tx, context, held, { ...next, status: 'DONE', total: next.done })
    return false
  }
  await tx
    .update(jobs)
    .set({ ...next, heldUntil: leaseEnd })
    .where(eq(jobs.id, row.id))
  if (isTime()) await tellJob(tx, { ...row, ...next })
  return true
}
