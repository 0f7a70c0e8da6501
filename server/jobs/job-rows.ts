import { eq, getTableColumns, sql } from 'drizzle-orm'
import { endedJobStatuses, type Job, type JobSummary } from '../../domain/jobs/job.ts'
import type { Executor } from '../db/executor.ts'
import { jobs } from '../db/schema/user-work.ts'
import { isDryRunWork } from './dry-run-job.ts'

export type JobRow = typeof jobs.$inferSelect

export const readJobRow = async (db: Executor, id: string): Promise<JobRow | null> => {
  const [row] = await db.select().from(jobs).where(eq(jobs.id, id))
  return row ?? null
}

/** A job with its report as JSON text: megabytes that are passed on without being parsed. */
export type WrittenJob = Omit<JobRow, 'input' | 'report'> & {
  batch: string | null
  reportJson: Buffer | null
}

/** A job's row without its input and its report, which can be long. */
export const shortColumns = (({ input: _, report: __, ...others }) => others)(getTableColumns(jobs))

/** The job's batch once something was written under it, as its report names it, which can be megabytes to read. */
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

/**
 * In bytes and piece by piece: as one text a long report lies about in the heap until that is next tidied up, beside
 * the message that it came in.
 */
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

/** A report names its batch once something was written under it. */
const writtenBatch = (report: unknown): string | null => {
  const isReport = typeof report === 'object' && report !== null && 'batchId' in report
  return isReport && typeof report.batchId === 'string' ? report.batchId : null
}
