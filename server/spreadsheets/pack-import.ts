import type { CheckedImport, CheckedRow, ImportContext } from '../../domain/orders/import/check-import.ts'
import type { ImportProduct } from '../../domain/orders/import/find-product.ts'
import type { ReportedRow } from '../../domain/orders/import/import-report.ts'

/** So many rows are looked at by the server at a time, and written by one statement. */
const rowsPerSlice = 1_000

/** A piece of a list as JSON, in bytes: they pass from thread to thread without being copied. */
export type Json = Uint8Array

/** Some rows of a sheet, one after the other. */
export type PackedSlice = {
  /** Numbers of the first row and the last. */
  first: number
  last: number
  /** What is reported of them, `ReportedRow[]`. */
  rows: Json
  /** How many of them are orders. */
  good: number
}

/**
 * A checked sheet as the server takes it from the thread that read it: what is long stands ready as JSON for the answer,
 * so that twenty thousand rows hold nobody up. The orders themselves follow (`pack-lines.ts`).
 */
export type PackedRows = {
  total: number
  valid: number
  invalid: number
  skipped: number
  ignoredColumns: string[]
  problems: Json
  notes: Json
  slices: PackedSlice[]
  /** Those that the good rows name, as they were when the sheet was read. */
  products: Pick<ImportProduct, 'id' | 'name'>[]
  /** The sellers' own references of the good rows, `{ at, owner, ref }[]`. */
  references: Json
}

export const packRows = (
  { rows, problems, notes, ignoredColumns }: CheckedImport,
  { products }: ImportContext,
): PackedRows => {
  const good = rows.flatMap(({ row, order }) => (order === null ? [] : { row, order }))
  const named = new Set(good.map(({ order }) => order.product))
  const references = good.flatMap(({ row, order: { owner, externalRef } }) =>
    externalRef === null ? [] : { at: row, owner, ref: externalRef },
  )
  return {
    total: rows.length,
    ...countRows(rows),
    ignoredColumns: ignoredColumns.map(storable),
    problems: toJson(problems),
    notes: toJson(notes),
    slices: inSlices(rows).map((slice) => ({
      first: slice[0]!.row,
      last: slice.at(-1)!.row,
      rows: rowsJson(slice),
      good: slice.filter(({ order }) => order !== null).length,
    })),
    products: products.filter(({ id }) => named.has(id)).map(({ id, name }) => ({ id, name })),
    references: toJson(references),
  }
}

export const inSlices = (rows: readonly CheckedRow[]): CheckedRow[][] =>
  Array.from({ length: Math.ceil(rows.length / rowsPerSlice) }, (_, index) =>
    rows.slice(index * rowsPerSlice, (index + 1) * rowsPerSlice),
  )

/** Every thing in it that can change hands. */
export const packedBytes = ({ problems, notes, references, slices }: PackedRows): ArrayBuffer[] =>
  [problems, notes, references, ...slices.map(({ rows }) => rows)].map(({ buffer }) => buffer as ArrayBuffer)

const encoder = new TextEncoder()
export const toJson = (value: unknown): Json => encoder.encode(JSON.stringify(value))

/** Rows with letters that the database cannot keep are written anew without them. */
const rowsJson = (rows: readonly CheckedRow[]): Json => {
  const reported = rows.map(({ row, status, values }): ReportedRow => ({ row, status, values }))
  const json = JSON.stringify(reported)
  return encoder.encode(unstorable.test(json) ? JSON.stringify(reported.map(storableRow)) : json)
}

const unstorable = /\\u(?:0000|d[89a-f])/i

const storableRow = ({ values, ...row }: ReportedRow): ReportedRow => {
  const kept = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string' ? storable(value) : value,
  ])
  return { ...row, values: Object.fromEntries(kept) }
}

/** What came out of somebody's file may hold letters that the database cannot keep. */
const storable = (text: string): string =>
  text.isWellFormed() && !text.includes('\u0000') ? text : text.toWellFormed().replaceAll('\u0000', '')

const countRows = (rows: readonly CheckedRow[]) => {
  const counts = { valid: 0, invalid: 0, skipped: 0 }
  for (const { status } of rows) counts[status]++
  return counts
}
