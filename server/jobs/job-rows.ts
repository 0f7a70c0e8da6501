import { eq } from 'drizzle-orm'
import { endedJobStatuses, type Job, type JobSummary } from '../../domain/jobs/job.ts'
import { jobs } from '../database/schema/desk.ts'
import type { Executor } from '../resources/engine/executor.ts'

export type JobRow = typeof jobs.$inferSelect

export const readJobRow = async (db: Executor, id: string): Promise<JobRow | null> => {
  const [row] = await db.select().from(jobs).where(eq(jobs.id, id))
  return row ?? null
}

export const hasEnded = ({ status }: Pick<JobRow, 'status'>): boolean => endedJobStatuses.includes(status)

export const toJobSummary = (
  row: Omit<JobRow, 'input' | 'report'> & { batch: string | null },
): JobSummary => ({
  id: row.id,
  kind: row.kind,
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

/** A report names its batch once something was written under it. */
const writtenBatch = (report: unknown): string | null => {
  const isReport = typeof report === 'object' && report !== null && 'batchId' in report
  return isReport && typeof report.batchId === 'string' ? report.batchId : null
}
