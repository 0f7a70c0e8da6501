import type { CheckedImport, CheckedRow, RowStatus } from './check-import.ts'
import type { RowNote, RowProblem } from './read-row.ts'

export const importModes = ['all', 'valid'] as const
/** `all`: every row or none. `valid`: the good rows. */
export type ImportMode = (typeof importModes)[number]

export type ReportedRow = Pick<CheckedRow, 'row' | 'values'> & {
  status: RowStatus | 'created'
  /** The order's, where one was created. */
  number?: number
}

/**
 * What an import did, or with `dryRun` would do. `batchId` is null where nothing was written: in a dry run, without a
 * single good row, or with mode `all` and a row that is `invalid`. A `skipped` row holds nothing up: its order is
 * already there.
 */
export type ImportReport = {
  total: number
  valid: number
  invalid: number
  skipped: number
  created: number
  rows: ReportedRow[]
  problems: RowProblem[]
  notes: RowNote[]
  ignoredColumns: string[]
  batchId: string | null
}

/** The earlier import of the same file, told with `FILE_ALREADY_IMPORTED`. */
export type EarlierImport = { batchId: string; createdAt: string; created: number }

/** What a checked sheet would come to, as far as the sheet alone can tell. */
export const previewReport = ({ rows, problems, notes, ignoredColumns }: CheckedImport): ImportReport => ({
  total: rows.length,
  valid: countRows(rows, 'valid'),
  invalid: countRows(rows, 'invalid'),
  skipped: countRows(rows, 'skipped'),
  created: 0,
  rows: rows.map(({ row, status, values }) => ({ row, status, values })),
  problems,
  notes,
  ignoredColumns,
  batchId: null,
})

const countRows = (rows: readonly { status: ReportedRow['status'] }[], status: RowStatus): number =>
  rows.reduce((count, row) => count + (row.status === status ? 1 : 0), 0)
