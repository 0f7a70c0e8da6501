import { and, desc, eq, inArray, like, notLike, type SQL } from 'drizzle-orm'
import { type Actor, coversStanding } from '../../../domain/access/actor.ts'
import { scopeOf, type Verb } from '../../../domain/access/permissions.ts'
import { whyNot } from '../../../domain/access/why-not.ts'
import { type JobStatus, type JobSummary, jobStatuses } from '../../../domain/jobs/job.ts'
import { parseListQuery } from '../../../domain/lib/list-query.ts'
import { accepted, Refused } from '../../core/errors.ts'
import type { Executor } from '../../db/executor.ts'
import { jobs } from '../../db/schema/user-work.ts'
import { dryRunPattern } from '../../jobs/dry-run-job.ts'
import {
  readWrittenJob,
  reportedBatch,
  shortColumns,
  toJobSummary,
  type WrittenJob,
} from '../../jobs/job-rows.ts'

/**
 * A job within the actor's reach for a verb. Jobs are of no country: who began one has it, and an admin all. Its report
 * and file are there only for a user with the role and country that it was begun under.
 */
export const findJob = async (db: Executor, actor: Actor, verb: Verb, id: string): Promise<WrittenJob> => {
  const row = await readWrittenJob(db, id)
  const code = row === null ? 'NOT_FOUND' : whyNot(actor, verb, { country: actor.country, owner: row.actor })
  if (row === null || code !== null) throw new Refused(code ?? 'NOT_FOUND')
  return coversStanding(actor, row.standing) ? row : { ...row, reportJson: null, fileName: null }
}

const jobList = {
  filters: { status: { kind: 'choice', values: jobStatuses }, isDryRun: { kind: 'flag' } },
  sorts: ['createdAt'],
} as const

/** The jobs within the actor's reach, newest first. */
export const listJobs = async (
  db: Executor,
  actor: Actor,
  parameters: Record<string, unknown>,
): Promise<{ items: JobSummary[]; total: number }> => {
  const { filters, limit, skip } = accepted(parseListQuery(jobList, parameters))
  const conditions: SQL[] = []
  if (scopeOf(actor.role, 'job.view') !== 'all') conditions.push(eq(jobs.actor, actor.id))
  if (filters.status?.kind === 'choice') {
    conditions.push(inArray(jobs.status, filters.status.values as JobStatus[]))
  }
  if (filters.isDryRun?.kind === 'flag') {
    conditions.push((filters.isDryRun.value ? like : notLike)(jobs.work, dryRunPattern))
  }
  const where = and(...conditions)
  const rows = await db
    .select({ ...shortColumns, batch: reportedBatch })
    .from(jobs)
    .where(where)
    .orderBy(desc(jobs.createdAt), desc(jobs.id))
    .limit(limit)
    .offset(skip)
  return { items: rows.map(toJobSummary), total: await db.$count(jobs, where) }
}
