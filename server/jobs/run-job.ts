import { setTimeout as sleep } from 'node:timers/promises'
import { jobStepSize } from '../../domain/jobs/job.ts'
import type { ServerContext } from '../context.ts'
import { isDatabaseGone } from '../db/database-gone.ts'
import { isLockedOut } from '../db/locked-out.ts'
import { describeBug } from '../http/describe-bug.ts'
import { refusalOf } from '../http/refusal-of.ts'
import { tidySearchIndexes } from '../search/search-index.ts'
import type { JobDefinition, StepJob } from './define-job.ts'
import { endJob } from './end-job.ts'
import { type HeldJob, releaseJob } from './hold-job.ts'
import { removeJobFile } from './job-file.ts'
import type { JobRow } from './job-rows.ts'
import { RunHalted } from './run-halted.ts'
import { runSteps } from './run-steps.ts'
import { runWhole } from './run-whole.ts'

const mostTries = 30
/** Milliseconds. */
const pause = 500

export type JobLog = { warn: (message: string) => void; error: (facts: object, message: string) => void }

export type JobRunContext = {
  context: ServerContext
  log: JobLog
  isStopping: () => boolean
  /** Nobody else can go on with it: what it needs stands in the memory of this instance. */
  isOnlyHere: boolean
}

/** Runs a job in hand until it ends or is given back. Never throws: what goes wrong stands in the job's row or in the log. */
export const runJob = async (definition: JobDefinition, row: JobRow, run: JobRunContext): Promise<void> => {
  const { context, isStopping } = run
  const held = { id: row.id, heldBy: row.heldBy! }
  try {
    if ('step' in definition) await runInSteps(definition, row, run)
    else await runWhole(context, definition.run, row, held, isStopping)
  } catch (error) {
    await settle(definition, held, error, run).catch((cause: Error) =>
      run.log.warn(`A job could not be ended and will be taken up again: ${cause.message}`),
    )
  }
}

/** Who waits for the job has been told of its end when its search entries, where they may be many, are put in order. */
const runInSteps = async (
  definition: StepJob,
  { id, heldBy, total }: JobRow,
  { context, isStopping, log }: JobRunContext,
): Promise<void> => {
  await runSteps(context, definition, { id, heldBy: heldBy! }, isStopping)
  if ((total ?? 0) <= jobStepSize({ isFirst: true })) return
  await tidySearchIndexes(context.db).catch((cause: Error) =>
    log.warn(`Search entries are put in order later: ${cause.message}`),
  )
}

/** Steps keep what those before had done; work in one piece leaves nothing behind. */
const settle = async (
  definition: JobDefinition,
  held: HeldJob,
  error: unknown,
  run: JobRunContext,
): Promise<unknown> => {
  const { context, log } = run
  if (error instanceof RunHalted) return error.why === 'lost' ? null : giveBack(held, run)
  const { code, current } = refusalOf(error)
  if (isDatabaseGone(error)) return giveBackLater(held, run)
  // Somebody keeps what it needs: it waits for its next turn, and keeps no connection meanwhile.
  if (isLockedOut(error) && !run.isOnlyHere) return giveBackLater(held, run)
  // Its lease runs out, and whoever comes then tries again.
  if (code === 'DATABASE_UNAVAILABLE' || code === 'DISK_FULL')
    return log.warn(`A job waits for the database: ${held.id} (${code})`)
  if (code === 'INTERNAL') log.error({ job: held.id, bug: describeBug(error) }, 'a bug')
  if ('step' in definition) return endJob(context.db, context, held, { status: 'FAILED', code })
  await removeJobFile(context.db, held.id)
  if (code === 'CANCELLED') return endJob(context.db, context, held, { status: 'CANCELLED', done: 0 })
  return endJob(context.db, context, held, { status: 'FAILED', code, done: 0, report: current ?? null })
}

const giveBack = (held: HeldJob, { context, isOnlyHere }: JobRunContext): Promise<unknown> =>
  isOnlyHere
    ? endJob(context.db, context, held, { status: 'FAILED', code: 'INTERRUPTED', done: 0 })
    : releaseJob(context, held)

/** As soon as the database is there again; where that takes longer than its lease, that runs out meanwhile. */
const giveBackLater = async (held: HeldJob, run: JobRunContext): Promise<void> => {
  run.log.warn(`A job waits for the database: ${held.id}`)
  for (let tries = 0; tries < mostTries && !run.isStopping(); tries++) {
    await sleep(pause)
    const isBack = await giveBack(held, run).then(
      () => true,
      () => false,
    )
    if (isBack) return
  }
}
