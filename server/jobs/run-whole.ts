import { sql } from 'drizzle-orm'
import type { Actor } from '../../domain/access/actor.ts'
import type { ServerContext } from '../context.ts'
import { isDatabaseGone } from '../db/database-gone.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { jobs } from '../db/schema/desk.ts'
import { Refused } from '../refused.ts'
import type { WholeJob, WholeRun } from './define-job.ts'
import { endJob } from './end-job.ts'
import { type HeldJob, isHeld, leaseEnd, lockHeldJob } from './hold-job.ts'
import { openJobFile } from './job-file.ts'
import type { JobRow } from './job-rows.ts'
import { makePace } from './pace.ts'
import { readActor } from './read-actor.ts'
import { RunHalted } from './run-halted.ts'
import { tellJob } from './tell-job.ts'

/** Does a job in one piece. Whatever it throws, nothing of its transaction stays. */
export const runWhole = async (
  context: ServerContext,
  run: WholeJob['run'],
  row: JobRow,
  held: HeldJob,
  isStopping: () => boolean,
): Promise<void> => {
  const isTime = makePace()
  const progress: WholeRun['progress'] = async (done, total) => {
    if (isStopping()) throw new RunHalted('stopped')
    const [moved] = await context.db
      .update(jobs)
      .set({ status: 'RUNNING', done, heldUntil: leaseEnd, ...(total === undefined ? {} : { total }) })
      .where(isHeld(held))
      .returning()
    if (moved === undefined) throw new RunHalted('lost')
    if (moved.isCancelRequested) throw new Refused('CANCELLED')
    if (isTime()) await tellJob(context.db, moved)
  }
  const end: WholeRun['end'] = async (tx, { report, reportJson, ...result }) => {
    if (tx === null) return inTransaction(context, (own) => end(own, { report, reportJson, ...result }))
    const current = await lockHeldJob(tx, held)
    if (current === null) throw new RunHalted('lost')
    if (current.isCancelRequested) throw new Refused('CANCELLED')
    // Decided for who they were when this run began; the work may have taken long.
    if (hasChanged(actor, await readActor(tx, row))) throw new Refused('FORBIDDEN')
    await endJob(tx, context, held, {
      ...result,
      report: reportJson === undefined ? storable(report ?? null) : sql`${reportJson}::text::json`,
      status: 'DONE',
      total: result.done,
    })
  }
  await progress(0)
  const actor = await readActor(context.db, row)
  await run({
    id: row.id,
    context,
    actor,
    input: row.input,
    batch: { id: row.batchId, at: context.now() },
    // A pool that is busy for a moment, or a connection that breaks, is no reason to give up work that goes well.
    progress: (done, total) =>
      progress(done, total).catch((error: unknown) => {
        if (!isDatabaseGone(error)) throw error
      }),
    openFile: () => openJobFile(context, held),
    end,
  })
}

const hasChanged = (before: Actor | null, now: Actor | null): boolean =>
  before?.role !== now?.role || before?.country !== now?.country

/** What came out of somebody's file may hold letters that the database cannot keep. */
const storable = (report: unknown): unknown =>
  JSON.parse(JSON.stringify(report), (_, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed().replaceAll('\u0000', '') : value,
  )
