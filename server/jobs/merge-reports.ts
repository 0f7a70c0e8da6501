import { type ChangeReport, namedRecords } from '../../domain/changes.ts'
import type { Code } from '../../domain/codes.ts'

export const emptyReport: ChangeReport = {
  batchId: null,
  counts: { changed: 0, refused: 0, refusedBy: {} },
  changed: [],
  refused: [],
}

/** One report of two steps: counts of everything, names of as many as `most` of each kind. */
export const mergeReports = (
  before: ChangeReport,
  step: ChangeReport,
  most: number = namedRecords,
): ChangeReport => ({
  batchId: before.batchId ?? step.batchId,
  counts: addCounts(before.counts, step.counts),
  changed: [...before.changed, ...step.changed].slice(0, most),
  refused: [...before.refused, ...step.refused].slice(0, most),
})

/** The report of a job that stopped: `left` records, which nobody has looked at, are refused without being named. */
export const refuseRest = (report: ChangeReport, left: number, code: Code): ChangeReport =>
  left <= 0
    ? report
    : {
        ...report,
        counts: addCounts(report.counts, { changed: 0, refused: left, refusedBy: { [code]: left } }),
      }

type Counts = ChangeReport['counts']

const addCounts = (one: Counts, other: Counts): Counts => {
  const refusedBy = { ...one.refusedBy }
  for (const [code, count] of Object.entries(other.refusedBy) as [Code, number][]) {
    refusedBy[code] = (refusedBy[code] ?? 0) + count
  }
  return { changed: one.changed + other.changed, refused: one.refused + other.refused, refusedBy }
}
