import type { RecordOf, Shapes } from '../lib/shape.ts'

export const jobStatuses = ['QUEUED', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED'] as const
export type JobStatus = (typeof jobStatuses)[number]

/** A job in one of these has come to its end. */
export const endedJobStatuses: readonly JobStatus[] = ['DONE', 'FAILED', 'CANCELLED']

/** Bulk calls over more records than this run as a job, in transactions of this many each. */
export const jobThreshold = 1_000

/**
 * Long work. `done` of `total` records (or rows) are behind it, `total` null while nobody knows; `code` says why it
 * failed, `batchId` under what its changes stand in the history, `fileName` what `GET jobs/{id}/file` gives.
 */
export const jobShapes = {
  id: { kind: 'id' },
  kind: { kind: 'text' },
  status: { kind: 'choice', values: jobStatuses },
  total: { kind: 'integer', nullable: true },
  done: { kind: 'integer' },
  code: { kind: 'text', nullable: true },
  batchId: { kind: 'id', nullable: true },
  fileName: { kind: 'text', nullable: true },
  createdAt: { kind: 'instant' },
  finishedAt: { kind: 'instant', nullable: true },
} as const satisfies Shapes

/** `report` is the answer that the call would have given: a bulk call's `ChangeReport`, an import's report. */
export type Job = RecordOf<typeof jobShapes> & { report: unknown }
