import { sql } from 'drizzle-orm'
import type { JobEvent } from '../../domain/changes/changes.ts'
import type { Executor } from '../db/drizzle.ts'

/** The channel on which every instance hears how far jobs have come. */
export const jobChannel = 'waybill_jobs'

/** What travels there. Nothing is kept: the state of a job can always be read. */
export type JobNotice = JobEvent & { actor: string | null }

export type NotifiedJob = Omit<JobEvent, 'job'> & { id: string; actor: string | null }

/** Notifies all instances; within a transaction, at its commit. */
export const tellJob = async (
  db: Executor,
  { id, actor, status, done, total }: NotifiedJob,
): Promise<void> => {
  const notice: JobNotice = { job: id, actor, status, done, total }
  await db.execute(sql`select pg_notify(${jobChannel}, ${JSON.stringify(notice)})`)
}

export const readNotice = (payload: string): JobNotice => JSON.parse(payload) as JobNotice
