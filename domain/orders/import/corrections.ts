import type { FieldProblem } from '../../core/codes.ts'
import { accept, type Result, refuse } from '../../lib/result.ts'
import { type ImportColumn, importColumnNames, largestImport } from './import-columns.ts'
import type { ReadSheet } from './read-sheet.ts'

/** A value that replaces a cell's. `row`: the row number shown by the spreadsheet program. */
export type Correction = { row: number; column: ImportColumn; value: string }

export const MAX_CORRECTIONS = 1_000
const MAX_LENGTH = 4_000

const path = 'corrections'

/** Parses the corrections of a call (JSON). */
export const parseCorrections = (json: string): Result<Correction[]> => {
  const list = parse(json)
  if (!Array.isArray(list)) return refuseAs('NOT_A_LIST')
  if (list.length > MAX_CORRECTIONS) return refuseAs('TOO_LARGE')
  const isEach = list.every(isCorrection)
  return isEach ? accept(list) : refuseAs('NOT_A_CHOICE')
}

/** Parses the numbers of the rows that a call leaves out (JSON). */
export const parseLeftOut = (json: string): Result<number[]> => {
  const list = parse(json)
  if (!Array.isArray(list)) return refuse('VALIDATION_FAILED', [{ path: 'leftOut', code: 'NOT_A_LIST' }])
  if (list.length > largestImport)
    return refuse('VALIDATION_FAILED', [{ path: 'leftOut', code: 'TOO_LARGE' }])
  return list.every((row) => Number.isInteger(row))
    ? accept(list)
    : refuse('VALIDATION_FAILED', [{ path: 'leftOut', code: 'NOT_AN_INTEGER' }])
}

/** Replaces an earlier correction of the same cell. */
export const withCorrection = (corrections: readonly Correction[], added: Correction): Correction[] => [
  ...corrections.filter(({ row, column }) => row !== added.row || column !== added.column),
  added,
]

/** Applies corrections; a missing column is appended. Refused if the row does not exist. */
export const correctSheet = (sheet: ReadSheet, corrections: readonly Correction[]): Result<ReadSheet> => {
  if (corrections.length === 0) return accept(sheet)
  const columns = { ...sheet.columns }
  const headers = [...sheet.headers]
  const byRow = new Map<number, Correction[]>()
  for (const correction of corrections) {
    const { row, column } = correction
    if (columns[column] === undefined) {
      // Appended after the widest row: cells without a header must not fall into this column.
      while (headers.length < widthOf(sheet)) headers.push('')
      columns[column] = headers.push(column) - 1
    }
    byRow.set(row, [...(byRow.get(row) ?? []), correction])
  }
  const rows = sheet.rows.map((line) => {
    const own = byRow.get(line.row)
    if (own === undefined) return line
    byRow.delete(line.row)
    const cells = [...line.cells]
    for (const { column, value } of own) cells[columns[column] ?? cells.length] = value
    if (line.said === undefined) return { ...line, cells }
    // What was said of a cell is not said of its new value.
    const notes = line.said.notes.filter((note) => own.every(({ column }) => column !== note.column))
    return { ...line, cells, said: { ...line.said, notes } }
  })
  return byRow.size > 0 ? refuseAs('NOT_FOUND') : accept({ ...sheet, columns, headers, rows })
}

const widthOf = ({ rows }: ReadSheet): number =>
  rows.reduce((most, { cells }) => Math.max(most, cells.length), 0)

const parse = (json: string): unknown => {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}

const isCorrection = (given: unknown): given is Correction => {
  if (typeof given !== 'object' || given === null) return false
  const { row, column, value, ...others } = given as Record<string, unknown>
  return (
    Number.isInteger(row) &&
    importColumnNames.some((name) => name === column) &&
    typeof value === 'string' &&
    value.length <= MAX_LENGTH &&
    Object.keys(others).length === 0
  )
}

const refuseAs = (code: FieldProblem['code']) => refuse('VALIDATION_FAILED', [{ path, code }])
