import { sql } from 'drizzle-orm'
import type { JobEvent } from '../../domain/changes/changes.ts'
import type { Executor } from '../db/drizzle.ts'

/** Channel of job progress for all instances. */
export const jobChannel = 'waybill_jobs'

/** Payload. Not stored: a job's state can be read. */
export type JobNotice = JobEvent & { actor: string | null }

export type NotifiedJob = Omit<JobEvent, 'job'> & { id: string; actor: string | null }

/** Notifies all instances; in a transaction, on commit. */
export const tellJob = async (
  db: Executor,
  { id, actor, status, done, total }: NotifiedJob,
): Promise<void> => {
  const notice: JobNotice = { job: id, actor, status, done, total }
  await db.execute(sql`select pg_notify(${jobChannel}, ${JSON.stringify(notice)})`)
}

export const readNotice = (payload: string): JobNotice => JSON.parse(payload) as JobNotice
