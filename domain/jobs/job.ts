import { verbs } from '../access/permissions.ts'
import type { RecordOf, Shapes } from '../lib/shape.ts'

export const jobStatuses = ['QUEUED', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED'] as const
export type JobStatus = (typeof jobStatuses)[number]

export const endedJobStatuses: readonly JobStatus[] = ['DONE', 'FAILED', 'CANCELLED']

/** A call over more records than this runs as a job. */
export const jobThreshold = 1_000

/**
 * Records that a job changes in one transaction. It can be cancelled between transactions, and other calls wait for locked
 * records. The first one is small: progress appears soon.
 */
export const jobStepSize = ({ isFirst }: { isFirst: boolean }): number => (isFirst ? 500 : 2_500)

/**
 * A background job. `kind`: the permission it runs under. `isDryRun`: writes nothing. `done` of `total` records (or rows) are
 * processed, `total` null while unknown. `code`: why it failed. `batchId`: its changes in the history. `fileName`: of `GET
 * jobs/{id}/file`.
 */
export const jobShapes = {
  id: { kind: 'id' },
  /** Who started it; null for the server itself. */
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

export type JobSummary = RecordOf<typeof jobShapes>

export const jobWithReportShapes = { ...jobShapes, report: { kind: 'any' } } as const satisfies Shapes

/** `report`: the answer that the call would have given synchronously (a bulk call's `ChangeReport`, an import's report). */
export type Job = RecordOf<typeof jobWithReportShapes>
