import { verbs } from '../access/permissions.ts'
import type { RecordOf, Shapes } from '../lib/shape.ts'

export const jobStatuses = ['QUEUED', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED'] as const
export type JobStatus = (typeof jobStatuses)[number]

/** A job in one of these has come to its end. */
export const endedJobStatuses: readonly JobStatus[] = ['DONE', 'FAILED', 'CANCELLED']

/** Work over more records than this runs as a job. */
export const jobThreshold = 1_000

/**
 * Records that a job changes in one transaction; it can be cancelled between two of them, and a call that needs one of its
 * records waits for it. The first is short: it shows soon that the job goes on, and can be stopped soon.
 */
export const jobStepSize = ({ isFirst }: { isFirst: boolean }): number => (isFirst ? 500 : 2_500)

/**
 * Long work. `kind` is the permission that it works under; `isDryRun` only asks what that would change. `done` of `total` records (or rows) are behind it, `total`
 * null while it is unknown; `code` says why it failed, `batchId` under which batch its changes are in the history, `fileName`
 * what `GET jobs/{id}/file` gives.
 */
export const jobShapes = {
  id: { kind: 'id' },
  /** Who began it; null where the server did by itself. */
  actor: { kind: 'id', nullable: true },
  kind: { kind: 'choice', values: verbs },
  isDryRun: { kind: 'flag' },
  status: { kind: 'choice', values: jobStatuses },
  total: { kind: 'integer', nullable: true },
  done: { kind: 'integer' },
  code: { kind: 'text', nullable: true },
  batchId: { kind: 'id', nullable: true },
  fileName: { kind: 'text', nullable: true },
  createdAt: { kind: 'instant' },
  finishedAt: { kind: 'instant', nullable: true },
} as const satisfies Shapes

/** A job as lists show it. */
export type JobSummary = RecordOf<typeof jobShapes>

export const jobWithReportShapes = { ...jobShapes, report: { kind: 'any' } } as const satisfies Shapes

/** `report` is the answer that the call would have given: a bulk call's `ChangeReport`, an import's report. */
export type Job = RecordOf<typeof jobWithReportShapes>
