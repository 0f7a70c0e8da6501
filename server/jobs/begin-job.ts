import { and, eq, inArray, sql } from 'drizzle-orm'
import { v7 as newId } from 'uuid'
import { type Actor, standingOf } from '../../domain/access/actor.ts'
import type { Verb } from '../../domain/access/permissions.ts'
import { storageLimits } from '../../domain/users/storage-limits.ts'
import { usualBounds } from '../core/bounds.ts'
import { Refused } from '../core/errors.ts'
import type { ServerContext } from '../db/context.ts'
import type { Transaction } from '../db/drizzle.ts'
import type { Executor } from '../db/executor.ts'
import { jobs } from '../db/schema/user-work.ts'
import { tellJob } from '../events/job-notice.ts'
import type { JobInput } from './define-job.ts'
import { leaseEnd } from './job-lease.ts'
import type { JobRow } from './job-rows.ts'

type Limits = Pick<ServerContext, 'storage'>

/**
 * Makes room for another job of a user: the oldest ended ones lose what they were given and came to, and beyond the
 * number of jobs they go. Newest first, so that what was asked for last is there.
 */
export const boundJobs = async (tx: Executor, { storage }: Limits, actor: string): Promise<void> => {
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

/** Makes room for the file of a job that runs: the oldest files of the same user's ended jobs go. Answers its size so far. */
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
  /** The permission of the job; its name in the console is derived from it. */
  kind: Verb
  /** The `work` of its definition. */
  work: string
  input: JobInput
  /** How many records or rows it is about; null while it is unknown. */
  total: number | null
}

/** Writes a job that begins once the transaction commits. `heldBy` keeps it for a run of this instance alone. */
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
