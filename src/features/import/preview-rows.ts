import type { TFunction } from 'i18next'
import type { ImportReport, ReportedRow } from '../../../domain/orders/import/import-report.ts'
import type { RowNote, RowProblem } from '../../../domain/orders/import/read-row.ts'
import type { Tone } from '../../ui/feedback/tone.ts'

/** A row with what is said about it. */
export type PreviewRow = ReportedRow & { problems: RowProblem[]; notes: RowNote[] }

export type RowMark = ReportedRow['status'] | 'note'

export const rowTones: Record<RowMark, Tone> = {
  valid: 'success',
  created: 'success',
  note: 'info',
  invalid: 'danger',
  skipped: 'neutral',
}

export const previewRows = ({ rows, problems, notes }: ImportReport): PreviewRow[] => {
  const problemsOf = byRow(problems)
  const notesOf = byRow(notes)
  return rows.map((row) => ({
    ...row,
    problems: problemsOf.get(row.row) ?? [],
    notes: notesOf.get(row.row) ?? [],
  }))
}

/** How the row stands: a good one that something was put right in deserves a look. */
export const markOf = ({ status, notes }: PreviewRow): RowMark =>
  status === 'valid' && notes.length > 0 ? 'note' : status

/** Everything said about a row, in words. */
export const remarksOf = ({ problems, notes }: PreviewRow, t: TFunction): string[] => [
  ...problems.map(({ column, code }) => {
    const text = t(`errors:${code}`)
    return column === null ? text : t('common:said', { what: t(`import:columns.${column}`), words: text })
  }),
  ...notes.map(({ column, code }) =>
    t('common:said', { what: t(`import:columns.${column}`), words: t(`import:notes.${code}`) }),
  ),
]

const byRow = <Said extends { row: number }>(said: readonly Said[]): Map<number, Said[]> => {
  const found = new Map<number, Said[]>()
  for (const one of said) {
    const beside = found.get(one.row)
    if (beside === undefined) found.set(one.row, [one])
    else beside.push(one)
  }
  return found
}
