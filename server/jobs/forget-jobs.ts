import { and, inArray, like, lt } from 'drizzle-orm'
import type { ServerContext } from '../context.ts'
import { jobFiles, jobs } from '../db/schema/desk.ts'
import { dryRunPattern } from './dry-run-job.ts'

const hour = 3_600_000
const day = 24 * hour
/** What would have been changed then is soon of no use. */
const dryRunsKeptFor = hour
const filesKeptFor = day
const jobsKeptFor = 30 * day

/** Removes the files of jobs that ended a day ago, dry runs that ended an hour ago, and jobs that ended a month ago. */
export const forgetJobs = async ({ db, now }: Pick<ServerContext, 'db' | 'now'>): Promise<void> => {
  const endedBefore = (age: number) => lt(jobs.finishedAt, new Date(now().getTime() - age))
  const old = db.select({ id: jobs.id }).from(jobs).where(endedBefore(filesKeptFor))
  await db.delete(jobFiles).where(inArray(jobFiles.job, old))
  await db.delete(jobs).where(and(like(jobs.work, dryRunPattern), endedBefore(dryRunsKeptFor)))
  await db.delete(jobs).where(endedBefore(jobsKeptFor))
}
