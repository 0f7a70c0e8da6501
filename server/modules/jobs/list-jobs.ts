import { and, desc, eq, inArray, like, notLike, type SQL } from 'drizzle-orm'
import type { Actor } from '../../../domain/access/actor.ts'
import { scopeOf } from '../../../domain/access/permissions.ts'
import { type JobStatus, type JobSummary, jobStatuses } from '../../../domain/jobs/job.ts'
import { parseListQuery } from '../../../domain/lib/list-query.ts'
import { jobs } from '../../db/schema/desk.ts'
import { dryRunPattern } from '../../jobs/dry-run-job.ts'
import { reportedBatch, shortColumns, toJobSummary } from '../../jobs/job-rows.ts'
import { accepted } from '../../refused.ts'
import type { Executor } from '../../crud/executor.ts'

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
