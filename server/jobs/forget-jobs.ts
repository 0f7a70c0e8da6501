import { inArray, lt } from 'drizzle-orm'
import type { ServerContext } from '../context.ts'
import { jobFiles, jobs } from '../database/schema/desk.ts'

const day = 24 * 3_600_000
const filesKeptFor = day
const jobsKeptFor = 30 * day

/** Removes the files of jobs that ended a day ago, and jobs that ended a month ago. */
export const forgetJobs = async ({ db, now }: Pick<ServerContext, 'db' | 'now'>): Promise<void> => {
  const endedBefore = (age: number) => lt(jobs.finishedAt, new Date(now().getTime() - age))
  const old = db.select({ id: jobs.id }).from(jobs).where(endedBefore(filesKeptFor))
  await db.delete(jobFiles).where(inArray(jobFiles.job, old))
  await db.delete(jobs).where(endedBefore(jobsKeptFor))
}
