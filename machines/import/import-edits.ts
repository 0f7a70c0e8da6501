import { type Correction, MAX_CORRECTIONS, withCorrection } from '../../domain/orders/import/corrections.ts'
import type { ImportReport } from '../../domain/orders/import/import-report.ts'
import type { Edits, ImportContext } from './import-types.ts'

export const unedited = { corrections: [], leftOut: [], past: [], future: [] }

export const editsOf = ({ corrections, leftOut }: ImportContext) => ({ corrections, leftOut })

/** The state before an edit of rows; what was undone cannot be redone after it. */
export const pastOf = (context: ImportContext, rows: readonly number[]) => ({
  past: [...context.past, { ...editsOf(context), rows }],
  future: [],
  correctedRows: rows,
})

export const restored = ({ corrections, leftOut, rows }: Edits) => ({
  corrections,
  leftOut,
  correctedRows: rows,
})

/** Other columns may make other rows: the edits of rows that still exist, and no undo of the others. */
export const editsOfRows = (
  { corrections, leftOut, past, future }: ImportContext,
  { rows }: ImportReport,
): Partial<ImportContext> => {
  const known = new Set(rows.map(({ row }) => row))
  const isWhole = [{ corrections }, ...past, ...future].every((edits) =>
    edits.corrections.every(({ row }) => known.has(row)),
  )
  if (isWhole) return {}
  return {
    corrections: corrections.filter(({ row }) => known.has(row)),
    leftOut: leftOut.filter((row) => known.has(row)),
    past: [],
    future: [],
  }
}

export const correctedBy = (context: ImportContext, correction: Correction) => {
  const added = sameCorrections(context, correction)
  const rows = added.map(({ row }) => row)
  return {
    ...pastOf(context, rows),
    corrections: added.reduce<readonly Correction[]>(withCorrection, context.corrections),
  }
}

/** A product is corrected in all rows to correct that name it the same. */
const sameCorrections = (
  { preview, corrections }: ImportContext,
  correction: Correction,
): readonly Correction[] => {
  const { row, column } = correction
  const written = preview?.rows.find((line) => line.row === row)?.values[column]
  if (preview === null || column !== 'product' || written == null) return [correction]
  const unknown = new Set(
    preview.problems.flatMap((problem) => (problem.column === 'product' ? problem.row : [])),
  )
  if (!unknown.has(row)) return [correction]
  const others = preview.rows.filter(
    (line) =>
      line.row !== row &&
      line.status === 'invalid' &&
      unknown.has(line.row) &&
      line.values.product === written,
  )
  return [correction, ...others.map((line) => ({ ...correction, row: line.row }))].slice(
    0,
    Math.max(1, MAX_CORRECTIONS - corrections.length),
  )
}

export const toggled = (rows: readonly number[], row: number): number[] =>
  rows.includes(row) ? rows.filter((one) => one !== row) : [...rows, row]
