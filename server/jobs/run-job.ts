import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { type Actor, standingOf } from '../../domain/access/actor.ts'
import { whyNot } from '../../domain/access/why-not.ts'
import type { ChangeReport } from '../../domain/changes/changes.ts'
import { jobStepSize } from '../../domain/jobs/job.ts'
import { lockApiKey } from '../auth/api-keys.ts'
import { refuseShutOut } from '../auth/session-user.ts'
import { describeBug } from '../core/describe-bug.ts'
import { Refused } from '../core/errors.ts'
import { batchOf } from '../crud/record-changes.ts'
import type { OnFault } from '../db/apart.ts'
import { isDatabaseGone, isLockedOut } from '../db/connection-errors.ts'
import type { ServerContext } from '../db/context.ts'
import type { Executor, Transaction } from '../db/drizzle.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { jobs } from '../db/schema/user-work.ts'
import { users } from '../db/schema/users.ts'
import { tellJob } from '../events/job-notice.ts'
import { refusalOf } from '../problems/refusal-of.ts'
import { deferSearchIndexing, tidySearchIndexes } from '../search/search-index.ts'
import {
  emptyReport,
  type JobDefinition,
  mergeReports,
  type StepJob,
  type WholeJob,
  type WholeRun,
} from './define-job.ts'
import { cancelledReport, endJob } from './end-job.ts'
import { openJobFile, removeJobFile } from './job-file.ts'
import {
  isHeld,
  type JobRow,
  type LeasedJob,
  leaseEnd,
  lockLeasedJob,
  postponeJob,
  RunHalted,
  readLeasedJob,
  releaseJob,
} from './job-rows.ts'

/** Runs steps until the job ends, is taken over, or the server stops. */
const runSteps = async (
  context: ServerContext,
  definition: StepJob,
  held: LeasedJob,
  { isStopping, onFault }: Pick<JobRunContext, 'isStopping'> & { onFault: OnFault },
): Promise<void> => {
  const isTime = makePace()
  let goesOn = true
  while (goesOn) {
    if (isStopping()) return releaseJob(context, held)
    goesOn = await inTransaction(context, (tx) =>
      takeStep(tx, context, definition, held, { isTime, onFault }),
    )
  }
}

/**
 * One step; returns whether to continue. The job's row is written last, so that it can be cancelled meanwhile, and a run that
 * lost its lease rolls back.
 */
const takeStep = async (
  tx: Transaction,
  context: ServerContext,
  definition: StepJob,
  held: LeasedJob,
  { isTime, onFault }: { isTime: Pace; onFault: OnFault },
): Promise<boolean> => {
  const row = await readLeasedJob(tx, held)
  if (row === null) return false
  if (row.isCancelRequested) {
    await endJob(tx, context, held, { status: 'CANCELLED', report: cancelledReport(row) })
    return false
  }
  await deferSearchIndexing(tx)
  const before = (row.report ?? emptyReport) as ChangeReport
  const { cursor, done, report, mostNamed } = await definition.step(tx, {
    actor: await readActor(tx, row, context.now()),
    input: row.input,
    cursor: row.cursor,
    batch: batchOf(context, row.batchId),
    onFault,
  })
  const next = { cursor, done: row.done + done, report: mergeReports(before, report, mostNamed) }
  // Records that left the filter were not processed: corrects the total at the end.
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
  held: LeasedJob,
  next: Pick<JobRow, 'cursor' | 'done' | 'report'>,
): Promise<boolean> => {
  const { rowCount } = await tx
    .update(jobs)
    .set({ ...next, heldUntil: leaseEnd })
    .where(isHeld(held))
  return rowCount === 1
}

/** Runs a job without steps; errors roll its transaction back. */
const runWhole = async (
  context: ServerContext,
  run: WholeJob['run'],
  row: JobRow,
  held: LeasedJob,
  { isStopping, onFault }: Pick<JobRunContext, 'isStopping'> & { onFault: OnFault },
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
    const current = await lockLeasedJob(tx, held)
    if (current === null) throw new RunHalted('lost')
    if (current.isCancelRequested) throw new Refused('CANCELLED')
    // The actor may have changed during long work.
    if (hasChanged(actor, await readActor(tx, row, context.now()))) throw new Refused('FORBIDDEN')
    await endJob(tx, context, held, {
      ...result,
      report: reportJson === undefined ? storable(report ?? null) : sql`${reportJson}::text::json`,
      status: 'DONE',
      total: result.done,
    })
  }
  await progress(0)
  const actor = await readActor(context.db, row, context.now())
  await run({
    id: row.id,
    context,
    actor,
    input: row.input,
    batch: batchOf(context, row.batchId),
    onFault,
    // Failed progress updates are temporary: continue.
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

/** Removes characters of uploads that PostgreSQL cannot store. */
const storable = (report: unknown): unknown =>
  JSON.parse(JSON.stringify(report), (_, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed().replaceAll('\u0000', '') : value,
  )

const mostTries = 30
/** Milliseconds. */
const pause = 500

export type JobLog = { warn: (message: string) => void; error: (facts: object, message: string) => void }

type JobRunContext = {
  context: ServerContext
  log: JobLog
  isStopping: () => boolean
  /** Its data are in this instance's memory. */
  isOnlyHere: boolean
}

/** Runs a leased job until it ends or is released. Never throws: failures go to the row or the log. */
export const runJob = async (definition: JobDefinition, row: JobRow, run: JobRunContext): Promise<void> => {
  const { context, isStopping } = run
  const held = { id: row.id, heldBy: row.heldBy! }
  try {
    if ('step' in definition) await runInSteps(definition, row, run)
    else await runWhole(context, definition.run, row, held, { isStopping, onFault: faultLog(row, run.log) })
  } catch (error) {
    await settle(definition, row, error, run).catch((cause: Error) =>
      run.log.warn(`A job could not be ended and will be taken up again: ${cause.message}`),
    )
  }
}

/** Merges large search entries after the job's end was published. */
const runInSteps = async (
  definition: StepJob,
  row: JobRow,
  { context, isStopping, log }: JobRunContext,
): Promise<void> => {
  const { id, heldBy, total } = row
  await runSteps(context, definition, { id, heldBy: heldBy! }, { isStopping, onFault: faultLog(row, log) })
  if ((total ?? 0) <= jobStepSize({ isFirst: true })) return
  await tidySearchIndexes(context.db).catch((cause: Error) =>
    log.warn(`Search entries are put in order later: ${cause.message}`),
  )
}

/** Logs the error of one record of a job, which goes on. */
const faultLog =
  ({ id: job, work }: JobRow, log: JobLog): OnFault =>
  (error) =>
    log.error({ job, work, bug: describeBug(error) }, 'a bug with one record of a job')

/** Milliseconds before each retry of a failed job of the server itself; after the last it fails. */
export const retryPauses = [1, 5, 15, 60, 180].map((minutes) => minutes * 60_000)

/** Completed steps stay; a job without steps has written nothing. */
const settle = async (
  definition: JobDefinition,
  row: JobRow,
  error: unknown,
  run: JobRunContext,
): Promise<unknown> => {
  const { context, log } = run
  const held = { id: row.id, heldBy: row.heldBy! }
  if (error instanceof RunHalted) return error.why === 'lost' ? null : giveBack(held, run)
  const { code, current } = refusalOf(error)
  if (isDatabaseGone(error)) return giveBackLater(held, run)
  // Lock timeout: release the job and retry later, without a connection in between.
  if (isLockedOut(error) && !run.isOnlyHere) return giveBackLater(held, run)
  // The lease expires and the next runner retries.
  if (code === 'DATABASE_UNAVAILABLE' || code === 'DISK_FULL')
    return log.warn(`A job waits for the database: ${held.id} (${code})`)
  // Steps so far stay; the rest follows when the user's budget allows.
  if (code === 'TOO_MANY_CHANGES' && 'step' in definition) return postponeJob(context, held, budgetPause)
  const pause = row.actor === null && code !== 'CANCELLED' ? retryPauses[row.failures] : undefined
  if (row.actor === null || code === 'INTERNAL') {
    const when = pause === undefined ? {} : { againInSeconds: pause / 1000 }
    log.error(
      { job: held.id, work: row.work, code, ...when, bug: describeBug(error) },
      code === 'INTERNAL' ? 'a bug' : 'a job failed',
    )
  } else if (!(error instanceof Refused)) {
    log.warn(`A job failed: ${held.id} ${row.work} (${code}: ${describeBug(error).message})`)
  }
  if (pause !== undefined) return postponeJob(context, held, pause)
  if ('step' in definition) return endJob(context.db, context, held, { status: 'FAILED', code })
  await removeJobFile(context.db, held.id)
  if (code === 'CANCELLED') return endJob(context.db, context, held, { status: 'CANCELLED', done: 0 })
  return endJob(context.db, context, held, { status: 'FAILED', code, done: 0, report: current ?? null })
}

/** Milliseconds. */
const budgetPause = 30_000

const giveBack = (held: LeasedJob, { context, isOnlyHere }: JobRunContext): Promise<unknown> =>
  isOnlyHere
    ? endJob(context.db, context, held, { status: 'FAILED', code: 'INTERRUPTED', done: 0 })
    : releaseJob(context, held)

/** Retries until the database is back, at most until the lease expires. */
const giveBackLater = async (held: LeasedJob, run: JobRunContext): Promise<void> => {
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

/** Minimum milliseconds between progress notifications of a job. */
const shortest = 250

type Pace = () => boolean

/** Limits the rate of progress notifications. */
const makePace = (): Pace => {
  let last = 0
  return () => {
    const at = performance.now()
    if (at - last < shortest) return false
    last = at
    return true
  }
}

/**
 * The job's user as they are now, locked within a transaction (`lockSession`); null for the server itself. @throws Refused if
 * they, or the key by which they started it, may no longer call or lack the permission
 */
const readActor = async (
  db: Executor,
  { actor: id, key, kind, standing }: Pick<JobRow, 'actor' | 'key' | 'kind' | 'standing'>,
  at: Date,
): Promise<Actor | null> => {
  if (id === null) return null
  const actor = key === null ? await readUser(db, id) : await lockApiKey(db, { owner: id, key }, at)
  const code = whyNot(actor, kind)
  if (code !== null) throw new Refused(code)
  // Report or file would mix data of two roles.
  if (standing !== null && standing !== standingOf(actor)) throw new Refused('FORBIDDEN')
  return actor
}

const readUser = async (db: Executor, id: string): Promise<Actor> => {
  const [user] = await db
    .select({
      id: users.id,
      role: users.role,
      calls: users.calls,
      country: users.country,
      isEmailVerified: users.isEmailVerified,
      isActivated: users.isActivated,
    })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
    .for('key share')
  if (user === undefined) throw new Refused('UNAUTHORIZED')
  refuseShutOut(user)
  return user
}
