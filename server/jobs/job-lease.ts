import { and, eq, inArray, isNull, notInArray, or, sql } from 'drizzle-orm'
import { v7 as newId } from 'uuid'
import type { ServerContext } from '../db/context.ts'
import type { Transaction } from '../db/drizzle.ts'
import { jobs } from '../db/schema/user-work.ts'
import { tellJob } from '../events/job-notice.ts'
import type { JobRow } from './job-rows.ts'

/** Thrown into the work of a run that must not go on: `lost` to another run, or `stopped` with the server. */
export class RunHalted extends Error {
  readonly why: 'lost' | 'stopped'

  constructor(why: 'lost' | 'stopped') {
    super(`the run was ${why}`)
    this.why = why
  }
}

/** A job leased by one run. Names of runs are unique, so that a run cannot continue a job that was taken over. */
export type LeasedJob = { id: string; heldBy: string }

type Db = Pick<ServerContext, 'db'>

/** Longer than any pause of a running instance; jobs of a dead one wait as long. */
export const leaseEnd = sql`clock_timestamp() + interval '15 seconds'`

const isOpen = sql`${jobs.status} in ('QUEUED', 'RUNNING')`
const isFree = sql`(${jobs.heldUntil} is null or ${jobs.heldUntil} < clock_timestamp())`

const runningBeside = sql`(select count(*) from jobs beside
  where beside.actor is not distinct from jobs.actor and beside.status = 'RUNNING' and beside.id <> jobs.id)`

const isNotOf = (actors: readonly string[]) =>
  actors.length === 0 ? undefined : or(isNull(jobs.actor), notInArray(jobs.actor, [...actors]))

export const newRun = (): string => newId()

/**
 * Leases the oldest free job whose `work` this version of the server knows. Users without a running job go before
 * those with many. The jobs of `busyActors` wait.
 */
export const claimJob = (
  { db }: Db,
  works: readonly string[],
  busyActors: readonly string[] = [],
): Promise<JobRow | null> =>
  db.transaction(async (tx) => {
    const [free] = await tx
      .select({ id: jobs.id })
      .from(jobs)
      .where(and(isOpen, isFree, inArray(jobs.work, [...works]), isNotOf(busyActors)))
      .orderBy(runningBeside, jobs.createdAt, jobs.id)
      .limit(1)
      .for('update', { skipLocked: true })
    if (free === undefined) return null
    const [row] = await tx
      .update(jobs)
      .set({ status: 'RUNNING', heldBy: newRun(), heldUntil: leaseEnd })
      .where(eq(jobs.id, free.id))
      .returning()
    await tellJob(tx, row!)
    return row!
  })

/** Renews the leases of these runs, for steps that take long. */
export const renewJobs = async ({ db }: Db, runs: readonly string[]): Promise<void> => {
  if (runs.length === 0) return
  const mine = db
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(isOpen, inArray(jobs.heldBy, [...runs])))
    .for('update', { skipLocked: true })
  await db.update(jobs).set({ heldUntil: leaseEnd }).where(inArray(jobs.id, mine))
}

/** Releases an unfinished job: the next free runner goes on with it. */
export const releaseJob = async ({ db }: Db, held: LeasedJob): Promise<void> => {
  const given = { status: 'QUEUED' as const, heldBy: null, heldUntil: null }
  const [row] = await db.update(jobs).set(given).where(isHeld(held)).returning()
  if (row !== undefined) await tellJob(db, row)
}

/** Releases every job, where all who may have leased one are known to be gone. */
export const releaseAllJobs = async ({ db }: Db): Promise<void> => {
  await db.update(jobs).set({ heldBy: null, heldUntil: null }).where(isOpen)
}

/** The row of a job; null if the run no longer has its lease. */
export const readLeasedJob = async (tx: Transaction, held: LeasedJob): Promise<JobRow | null> => {
  const [row] = await tx.select().from(jobs).where(isHeld(held))
  return row ?? null
}

/** The same, locked until the transaction ends. */
export const lockLeasedJob = async (tx: Transaction, held: LeasedJob): Promise<JobRow | null> => {
  const [row] = await tx.select().from(jobs).where(isHeld(held)).for('update')
  return row ?? null
}

export const isHeld = ({ id, heldBy }: LeasedJob) => and(eq(jobs.id, id), eq(jobs.heldBy, heldBy), isOpen)
