import type { ChangeReport } from '../changes/changes.ts'
import type { SheetRow } from './carrier-sheet.ts'

/** Ids of the parcels refused by the dry run because the amount differs and no reason is given. */
export const unexplained = ({ refused }: ChangeReport): ReadonlySet<string> =>
  new Set(refused.flatMap(({ id, code }) => (code === 'REASON_REQUIRED' ? [id] : [])))

/** Adds one reason to the rows of those parcels. */
export const explainRows = (
  rows: readonly SheetRow[],
  ids: ReadonlySet<string>,
  reason: string,
): readonly SheetRow[] => rows.map((row) => (ids.has(row.id) ? { ...row, reason } : row))

/** The dry run's report once those parcels have a reason: the missing reason was their last problem. */
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
