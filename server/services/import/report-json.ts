import { setImmediate as breathe } from 'node:timers/promises'
import type { RowStatus } from '../../../domain/orders/import/check-import.ts'
import type { ReportedRow } from '../../../domain/orders/import/import-report.ts'
import type { RowNote, RowProblem } from '../../../domain/orders/import/read-row.ts'
import type { PackedImport, PackedSlice } from '../../spreadsheets/packed-import.ts'

/**
 * Findings of the database by row number. `order`: number of the existing order. `wasInvalid`: its own problems do not matter
 * then.
 */
export type Marks = Map<
  number,
  { status: Exclude<RowStatus, 'valid'>; problem: RowProblem; order?: number; wasInvalid?: boolean }
>

/** Numbers of created orders by row. */
export type Numbers = ReadonlyMap<number, number>

type Report = Pick<PackedImport, 'total' | 'valid' | 'invalid' | 'skipped'> & {
  created: number
  batchId: string | null
  createdAt: string | null
}

/** Row counts after the database's findings. */
export const countMarked = (
  { total, valid, invalid, skipped }: PackedImport,
  marks: Marks,
): Pick<Report, 'total' | 'valid' | 'invalid' | 'skipped'> => {
  const marked = [...marks.values()]
  const skips = marked.filter(({ status }) => status === 'skipped').length
  const wrong = marked.filter(({ wasInvalid = false }) => wasInvalid).length
  return {
    total,
    valid: valid - (marked.length - wrong),
    invalid: invalid - wrong + (marked.length - skips),
    skipped: skipped + skips,
  }
}

/** `ImportReport` as JSON from slices; `remarks`: notes of the database. */
export const reportJson = (
  packed: PackedImport,
  report: Report,
  marks: Marks,
  rows: Uint8Array[],
  remarks: readonly RowNote[] = [],
): Buffer =>
  Buffer.concat([
    opening(report),
    Buffer.from(',"rows":['),
    ...rows.flatMap((slice, index) => [Buffer.from(index === 0 ? '' : ','), withoutBrackets(slice)]),
    Buffer.from('],"problems":'),
    problemsJson(packed, marks),
    Buffer.from(',"notes":'),
    notesJson(packed, remarks),
    closing(packed),
  ])

const opening = (report: Report): Buffer => Buffer.from(JSON.stringify(report).slice(0, -1))

const closing = (packed: PackedImport): Buffer => {
  const { format, taken, ignoredColumns, hiddenRows, hiddenColumns, otherSheets } = packed
  const rest = { format, taken, ignoredColumns, hiddenRows, hiddenColumns, otherSheets }
  return Buffer.from(`,${JSON.stringify(rest).slice(1)}`)
}

const withoutBrackets = (list: Uint8Array): Uint8Array => list.subarray(1, -1)

/** Reported rows of all slices when nothing is written. */
export const rowsUnwritten = async ({ slices }: PackedImport, marks: Marks): Promise<Uint8Array[]> => {
  const rows: Uint8Array[] = []
  for (const slice of slices) {
    const reported = reportedRows(slice, marks)
    rows.push(reported)
    // Yields between slices.
    if (reported !== slice.rows) await breathe()
  }
  return rows
}

/** `ReportedRow[]` of a slice; unchanged rows are passed on unparsed. */
export const reportedRows = (
  { first, last, rows }: PackedSlice,
  marks: Marks,
  numbers: Numbers = new Map(),
): Uint8Array => {
  const isChanged = [...marks.keys()].some((row) => row >= first && row <= last)
  if (!isChanged && numbers.size === 0) return rows
  const changed = readJson<ReportedRow[]>(rows).map((row): ReportedRow => {
    const mark = marks.get(row.row)
    if (mark !== undefined) {
      const { status, order } = mark
      return order === undefined ? { ...row, status } : { ...row, status, number: order }
    }
    const number = numbers.get(row.row)
    return number === undefined ? row : { ...row, status: 'created', number }
  })
  return Buffer.from(JSON.stringify(changed))
}

/** The database's findings replace the sheet's problems. */
const problemsJson = ({ problems }: PackedImport, marks: Marks): Uint8Array => {
  if (marks.size === 0) return problems
  const added = [...marks.values()].map(({ problem }) => problem)
  const others = readJson<RowProblem[]>(problems).filter(({ row }) => !marks.has(row))
  const all = [...others, ...added].sort((a, b) => a.row - b.row)
  return Buffer.from(JSON.stringify(all))
}

const notesJson = ({ notes }: PackedImport, remarks: readonly RowNote[]): Uint8Array => {
  if (remarks.length === 0) return notes
  const all = [...readJson<RowNote[]>(notes), ...remarks].sort((a, b) => a.row - b.row)
  return Buffer.from(JSON.stringify(all))
}

export const readJson = <Value>(json: Uint8Array): Value =>
  JSON.parse(Buffer.from(json.buffer, json.byteOffset, json.length).toString()) as Value
