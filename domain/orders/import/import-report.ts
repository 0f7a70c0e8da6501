import { pickNames, type RecordOf, type Shapes } from '../../lib/shape.ts'
import { type CheckedImport, type CheckedRow, type RowStatus, rowStatuses } from './check-import.ts'
import { type ImportColumn, importColumnNames } from './import-columns.ts'
import { rowNoteShapes, rowProblemShapes } from './read-row.ts'
import { sheetFormats } from './read-sheet.ts'
import { columnUses } from './shop-headers.ts'

export const importModes = ['all', 'valid'] as const
/** `all`: every row or none. `valid`: only valid rows. */
export type ImportMode = (typeof importModes)[number]

const cell = { kind: 'cell', nullable: true } as const
const cells = Object.fromEntries(importColumnNames.map((name) => [name, cell])) as Record<
  ImportColumn,
  typeof cell
>

export const reportedStatuses = [...rowStatuses, 'created'] as const

/** `number`: of the order created, or of the existing one. */
const reportedRowShapes = {
  row: { kind: 'integer' },
  values: { kind: 'record', of: cells },
  status: { kind: 'choice', values: reportedStatuses },
  number: { kind: 'integer', optional: true },
} as const satisfies Shapes

export type ReportedRow = RecordOf<typeof reportedRowShapes>

const takenColumnShapes = {
  header: { kind: 'text' },
  use: { kind: 'choice', values: columnUses },
} as const satisfies Shapes

export const importReportShapes = {
  total: { kind: 'integer' },
  valid: { kind: 'integer' },
  invalid: { kind: 'integer' },
  skipped: { kind: 'integer' },
  created: { kind: 'integer' },
  rows: { kind: 'list', of: reportedRowShapes },
  problems: { kind: 'list', of: rowProblemShapes },
  notes: { kind: 'list', of: rowNoteShapes },
  format: { kind: 'choice', values: sheetFormats, optional: true },
  taken: { kind: 'list', of: takenColumnShapes, optional: true },
  ignoredColumns: { kind: 'values', of: { kind: 'text' } },
  hiddenRows: { kind: 'integer', optional: true },
  hiddenColumns: { kind: 'values', of: { kind: 'text' }, optional: true },
  otherSheets: { kind: 'values', of: { kind: 'text' }, optional: true },
  batchId: { kind: 'id', nullable: true },
  createdAt: { kind: 'instant', nullable: true },
} as const satisfies Shapes

/**
 * Result of an import, or with `dryRun` its expected result. `format`: whose headers the file has; rows of a shop's export are numbered by its
 * orders. `taken`: what each column was read as. `createdAt` is shared by all its orders. It and `batchId` are null
 * if nothing was written: dry run, no valid row, or mode `all` with an `invalid` row. `skipped` rows do not block.
 */
export type ImportReport = RecordOf<typeof importReportShapes>

export const earlierImportShapes = {
  batchId: { kind: 'id' },
  createdAt: { kind: 'instant' },
  created: { kind: 'integer' },
} as const satisfies Shapes

/** The earlier import of the same file; sent with `FILE_ALREADY_IMPORTED`. */
export type EarlierImport = RecordOf<typeof earlierImportShapes>

/** Expected report of a checked sheet, without comparing with stored orders. */
export const previewReport = (checked: CheckedImport): ImportReport => ({
  total: checked.rows.length,
  ...countsOf(checked.rows),
  created: 0,
  rows: checked.rows.map((row) => pickNames(row, ['row', 'status', 'values'])),
  ...pickNames(checked, ['problems', 'notes', 'format', 'taken', 'ignoredColumns', 'hiddenRows']),
  hiddenColumns: checked.hiddenColumns,
  otherSheets: [...checked.otherSheets],
  batchId: null,
  createdAt: null,
})

/** The report with one row replaced. */
export const withRow = (report: ImportReport, checked: CheckedRow): ImportReport => {
  const rows = report.rows.map((line) =>
    line.row === checked.row ? pickNames(checked, ['row', 'status', 'values']) : line,
  )
  const others = <Said extends { row: number }>(said: readonly Said[]) =>
    said.filter(({ row }) => row !== checked.row)
  return {
    ...report,
    ...countsOf(rows),
    rows,
    problems: [...others(report.problems), ...checked.problems],
    notes: [...others(report.notes), ...checked.notes],
  }
}

const countsOf = (rows: readonly Pick<ReportedRow, 'status'>[]): Record<RowStatus, number> => {
  const count = (wanted: RowStatus) => rows.filter(({ status }) => status === wanted).length
  return { valid: count('valid'), invalid: count('invalid'), skipped: count('skipped') }
}
