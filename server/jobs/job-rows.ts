import { and, eq, getTableColumns, inArray, isNull, notInArray, or, sql } from 'drizzle-orm'
import { v7 as newId } from 'uuid'
import { type Actor, standingOf } from '../../domain/access/actor.ts'
import type { Verb } from '../../domain/access/permissions.ts'
import { endedJobStatuses, type Job, type JobSummary } from '../../domain/jobs/job.ts'
import { storageLimits } from '../../domain/users/storage-limits.ts'
import { usualBounds } from '../core/bounds.ts'
import { Refused } from '../core/errors.ts'
import type { ServerContext } from '../db/context.ts'
import type { Executor, Transaction } from '../db/drizzle.ts'
import { jobs } from '../db/schema/user-work.ts'
import { tellJob } from '../events/job-notice.ts'
import { isDryRunWork, type JobInput } from './define-job.ts'

export type JobRow = typeof jobs.$inferSelect

export const readJobRow = async (db: Executor, id: string): Promise<JobRow | null> => {
  const [row] = await db.select().from(jobs).where(eq(jobs.id, id))
  return row ?? null
}

/** A job with its report as JSON text, which is not parsed. */
export type WrittenJob = Omit<JobRow, 'input' | 'report'> & {
  batch: string | null
  reportJson: Buffer | null
}

/** Columns without input and report. */
export const shortColumns = (({ input: _, report: __, ...others }) => others)(getTableColumns(jobs))

/** The batch named in the report, without reading all of it. */
export const reportedBatch = sql<string | null>`
  (select written.id from change_batches written where written.id = ${jobs.batchId})`

export const readWrittenJob = async (db: Executor, id: string): Promise<WrittenJob | null> => {
  const hasReport = sql<boolean>`${jobs.report} is not null`
  const [row] = await db
    .select({ ...shortColumns, batch: reportedBatch, hasReport })
    .from(jobs)
    .where(eq(jobs.id, id))
  if (row === undefined) return null
  const { hasReport: isThere, ...others } = row
  return { ...others, reportJson: isThere ? await readReport(db, id) : null }
}

/** Read in pieces as bytes: as one string a long report would stay in the heap beside its message. */
const readReport = async (db: Executor, id: string): Promise<Buffer | null> => {
  const { rows } = await db.execute<{ at: number; piece: Buffer }>(sql`
    select at, substring(bytes from at for ${sql.raw(String(pieceBytes))}) as piece
    from (select convert_to(report::text, 'UTF8') as bytes from jobs where id = ${id} offset 0) written
    cross join lateral generate_series(1, octet_length(bytes), ${sql.raw(String(pieceBytes))}) as at`)
  if (rows.length === 0) return null
  return Buffer.concat(rows.toSorted((one, other) => one.at - other.at).map(({ piece }) => piece))
}

const pieceBytes = 64 * 1024

/** `Job` as JSON. */
export const jobJson = ({ reportJson, ...row }: WrittenJob): Buffer =>
  Buffer.concat([
    Buffer.from(`${JSON.stringify(toJobSummary(row)).slice(0, -1)},"report":`),
    reportJson ?? Buffer.from('null'),
    Buffer.from('}'),
  ])

export const hasEnded = ({ status }: Pick<JobRow, 'status'>): boolean => endedJobStatuses.includes(status)

export const toJobSummary = (
  row: Omit<JobRow, 'input' | 'report'> & { batch: string | null },
): JobSummary => ({
  id: row.id,
  actor: row.actor,
  kind: row.kind,
  isDryRun: isDryRunWork(row.work),
  status: row.status,
  total: row.total,
  done: row.done,
  code: row.code,
  batchId: row.batch,
  fileName: row.fileName,
  createdAt: row.createdAt.toISOString(),
  finishedAt: row.finishedAt?.toISOString() ?? null,
})

export const toJob = (row: JobRow): Job => ({
  ...toJobSummary({ ...row, batch: writtenBatch(row.report) }),
  report: row.report,
})

/** The report names a batch once something was written. */
const writtenBatch = (report: unknown): string | null => {
  const isReport = typeof report === 'object' && report !== null && 'batchId' in report
  return isReport && typeof report.batchId === 'string' ? report.batchId : null
}

/** Thrown into a run that must stop: `lost` its lease, or `stopped` with the server. */
export class RunHalted extends Error {
  readonly why: 'lost' | 'stopped'

  constructor(why: 'lost' | 'stopped') {
    super(`the run was ${why}`)
    this.why = why
  }
}

/** A leased job. Run names are unique, so that a run cannot continue a job taken over by another. */
export type LeasedJob = { id: string; heldBy: string }

type Db = Pick<ServerContext, 'db'>

/** Longer than any pause of a live instance. */
export const leaseEnd = sql`clock_timestamp() + interval '15 seconds'`

const isOpen = sql`${jobs.status} in ('QUEUED', 'RUNNING')`
const isFree = sql`(${jobs.heldUntil} is null or ${jobs.heldUntil} < clock_timestamp())`

const runningBeside = sql`(select count(*) from jobs beside
  where beside.actor is not distinct from jobs.actor and beside.status = 'RUNNING' and beside.id <> jobs.id)`

const isNotOf = (actors: readonly string[]) =>
  actors.length === 0 ? undefined : or(isNull(jobs.actor), notInArray(jobs.actor, [...actors]))

export const newRun = (): string => newId()

/** Leases the oldest free job with a known `work`; users without running jobs first. Jobs of `busyActors` wait. */
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

/** Renews leases during long steps. */
export const renewJobs = async ({ db }: Db, runs: readonly string[]): Promise<void> => {
  if (runs.length === 0) return
  const mine = db
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(isOpen, inArray(jobs.heldBy, [...runs])))
    .for('update', { skipLocked: true })
  await db.update(jobs).set({ heldUntil: leaseEnd }).where(inArray(jobs.id, mine))
}

/** Releases an unfinished job for the next runner. */
export const releaseJob = async ({ db }: Db, held: LeasedJob): Promise<void> => {
  const given = { status: 'QUEUED' as const, heldBy: null, heldUntil: null }
  const [row] = await db.update(jobs).set(given).where(isHeld(held)).returning()
  if (row !== undefined) await tellJob(db, row)
}

/** Releases a failed job for a retry after a pause in milliseconds. */
export const postponeJob = async ({ db }: Db, held: LeasedJob, pause: number): Promise<void> => {
  const given = {
    status: 'QUEUED' as const,
    heldBy: null,
    heldUntil: sql`clock_timestamp() + make_interval(secs => ${pause / 1000}::float8)`,
    failures: sql`${jobs.failures} + 1`,
  }
  const [row] = await db.update(jobs).set(given).where(isHeld(held)).returning()
  if (row !== undefined) await tellJob(db, row)
}

/** Releases all jobs, if no other instance can run. */
export const releaseAllJobs = async ({ db }: Db): Promise<void> => {
  await db.update(jobs).set({ heldBy: null, heldUntil: null }).where(isOpen)
}

/** A job's row; null if the lease is lost. */
export const readLeasedJob = async (tx: Transaction, held: LeasedJob): Promise<JobRow | null> => {
  const [row] = await tx.select().from(jobs).where(isHeld(held))
  return row ?? null
}

/** The same, locked until commit. */
export const lockLeasedJob = async (tx: Transaction, held: LeasedJob): Promise<JobRow | null> => {
  const [row] = await tx.select().from(jobs).where(isHeld(held)).for('update')
  return row ?? null
}

export const isHeld = ({ id, heldBy }: LeasedJob) => and(eq(jobs.id, id), eq(jobs.heldBy, heldBy), isOpen)

type Limits = Pick<ServerContext, 'storage'>

/** Enforces a user's limits: deletes inputs and reports of the oldest ended jobs, then jobs. */
const boundJobs = async (tx: Executor, { storage }: Limits, actor: string): Promise<void> => {
  const { jobReports, endedJobs } = { ...storageLimits, ...storage }
  await tx.execute(sql`
    with ended as (
      select id, row_number() over newest as place,
        sum(pg_column_size(input) + coalesce(pg_column_size(report), 0)) over newest as bytes
      from jobs where actor = ${actor} and status in ('DONE', 'FAILED', 'CANCELLED')
      window newest as (order by created_at desc, id desc)
    ), gone as (
      delete from jobs where id in (select id from ended where place > ${endedJobs})
    )
    update jobs set input = '{}', report = null, is_report_gone = true
    where id in (select id from ended where place <= ${endedJobs} and bytes > ${jobReports}) and not is_report_gone`)
}

/** Deletes the user's oldest job files to make room. Returns the file's size so far. */
export const boundFiles = async (tx: Executor, { storage }: Limits, job: string): Promise<number> => {
  const { exportFiles, exportBytes } = { ...storageLimits, ...storage }
  const { rows } = await tx.execute<{ size: string }>(sql`
    with own as (
      select coalesce(sum(octet_length(bytes)), 0) as size from job_files where job = ${job}
    ), files as (
      select file.job, sum(octet_length(file.bytes)) as size, min(jobs.created_at) as at
      from jobs join job_files file on file.job = jobs.id
      where jobs.actor = (select actor from jobs where id = ${job}) and jobs.status = 'DONE' and jobs.id <> ${job}
      group by file.job
    ), ranked as (
      select job, row_number() over newest as place, sum(size) over newest as bytes
      from files window newest as (order by at desc, job desc)
    ), gone as (
      delete from job_files where job in (
        select job from ranked, own where place >= ${exportFiles} or bytes + own.size > ${exportBytes})
    )
    select size from own`)
  return Number(rows[0]?.size ?? 0)
}

export type NewJob = {
  /** Permission of the job; its display name derives from it. */
  kind: Verb
  /** Name of its definition. */
  work: string
  input: JobInput
  /** Total of records or rows; null if unknown. */
  total: number | null
}

/** Inserts a job that starts on commit. `heldBy`: reserves it for a run of this instance. */
export const beginJob = async (
  tx: Transaction,
  { now, bounds, storage }: Pick<ServerContext, 'now' | 'bounds' | 'storage'>,
  actor: Actor | null,
  { kind, work, input, total }: NewJob,
  heldBy: string | null = null,
): Promise<JobRow> => {
  if (actor !== null) {
    await refuseTooMany(tx, actor.id, bounds?.openJobs ?? usualBounds.openJobs)
    await boundJobs(tx, { storage }, actor.id)
  }
  const [row] = await tx
    .insert(jobs)
    .values({
      id: newId(),
      kind,
      work,
      actor: actor?.id ?? null,
      key: actor?.key?.id ?? null,
      standing: actor === null ? null : standingOf(actor),
      input,
      total,
      batchId: newId(),
      heldBy,
      heldUntil: heldBy === null ? null : leaseEnd,
      createdAt: now(),
    })
    .returning()
  await tellJob(tx, row!)
  return row!
}

const refuseTooMany = async (tx: Transaction, actor: string, openJobs: number): Promise<void> => {
  const open = await tx.$count(jobs, and(eq(jobs.actor, actor), inArray(jobs.status, ['QUEUED', 'RUNNING'])))
  if (open >= openJobs) throw new Refused('TOO_MANY_CALLS')
}
