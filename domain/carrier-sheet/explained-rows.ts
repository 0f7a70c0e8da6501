import type { ChangeReport } from '../changes/changes.ts'
import type { SheetRow } from './carrier-sheet.ts'

/** The parcels of a sheet whose dry run asks why another amount was collected than the amount due. */
export const unexplained = ({ refused }: ChangeReport): ReadonlySet<string> =>
  new Set(refused.flatMap(({ id, code }) => (code === 'REASON_REQUIRED' ? [id] : [])))

/** The rows of a sheet with one reason for all of those parcels. */
export const explainRows = (
  rows: readonly SheetRow[],
  ids: ReadonlySet<string>,
  reason: string,
): readonly SheetRow[] => rows.map((row) => (ids.has(row.id) ? { ...row, reason } : row))

/** The dry run as it is with a reason: it was the last thing that was missing of them. */
export const explainReport = (report: ChangeReport, ids: ReadonlySet<string>): ChangeReport => {
  const { REASON_REQUIRED: missing = 0, ...refusedBy } = report.counts.refusedBy
  const explained = report.refused.filter(({ id }) => ids.has(id))
  return {
    ...report,
    counts: {
      changed: report.counts.changed + missing,
      refused: report.counts.refused - missing,
      refusedBy,
    },
    changed: [...report.changed, ...explained.map(({ id, number }) => ({ id, number, version: 0 }))],
    refused: report.refused.filter(({ id }) => !ids.has(id)),
  }
}
