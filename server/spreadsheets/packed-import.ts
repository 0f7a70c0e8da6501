import type { Code } from '../../domain/core/codes.ts'
import type { CountryCode } from '../../domain/core/countries.ts'
import { isShownNumber } from '../../domain/orders/import/cell-text.ts'
import type { CheckedImport, CheckedRow, ImportContext } from '../../domain/orders/import/check-import.ts'
import type { ImportProduct } from '../../domain/orders/import/find-product.ts'
import type { ReportedRow } from '../../domain/orders/import/import-report.ts'
import type { RowProblem } from '../../domain/orders/import/read-row.ts'
import { priceOrder } from '../../domain/orders/order.ts'
import { learnedWords } from '../../domain/search/searchable.ts'
import { freeBytes } from './free-bytes.ts'
import { type FinishedOrder, toOrderLines } from './order-line.ts'
import type { ImportTexts } from './order-template.ts'
import type { SheetToWrite } from './write-workbook.ts'

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
 * A checked sheet as the server takes it from the thread that read it: long parts are already JSON for the answer,
 * so that twenty thousand rows hold nobody up. The orders themselves follow (`packLines`).
 */
export type PackedRows = {
  total: number
  valid: number
  invalid: number
  skipped: number
  ignoredColumns: string[]
  hiddenColumns: string[]
  otherSheets: string[]
  hiddenRows: number
  problems: Json
  notes: Json
  slices: PackedSlice[]
  /** Those that the good rows name, as they were when the sheet was read. */
  products: Pick<ImportProduct, 'id' | 'name'>[]
  /** Rows of a spreadsheet that we wrote, by the numbers that their orders have, `{ at, number, invalid }[]`. */
  numbers: Json
  /** The sellers' own references of the good rows, `{ at, owner, ref }[]`. */
  references: Json
  /** Who orders what in the good rows, `{ at, phone, product }[]`: what likely duplicates are found by. */
  customers: Json
}

export const packRows = (
  { rows, problems, notes, ignoredColumns, hiddenRows, hiddenColumns, otherSheets }: CheckedImport,
  { products }: ImportContext,
): PackedRows => {
  const good = rows.flatMap(({ row, order }) => (order === null ? [] : { row, order }))
  const named = new Set(good.map(({ order }) => order.product))
  const references = good.flatMap(({ row, order: { owner, externalRef } }) =>
    externalRef === null ? [] : { at: row, owner, ref: externalRef },
  )
  const numbers = rows.flatMap(({ row, status, orderNumber }) =>
    orderNumber === null || status === 'skipped'
      ? []
      : { at: row, number: orderNumber, invalid: status === 'invalid' },
  )
  const customers = good.map(({ row, order: { customerPhone, product } }) => ({
    at: row,
    phone: customerPhone,
    product,
  }))
  return {
    total: rows.length,
    ...countRows(rows),
    ignoredColumns: ignoredColumns.map(storable),
    hiddenColumns: hiddenColumns.map(storable),
    otherSheets: otherSheets.map(storable),
    hiddenRows,
    problems: toJson(problems),
    notes: toJson(notes),
    slices: inSlices(rows).map((slice) => ({
      first: slice[0]!.row,
      last: slice.at(-1)!.row,
      rows: rowsJson(slice),
      good: slice.filter(({ order }) => order !== null).length,
    })),
    products: products.filter(({ id }) => named.has(id)).map(({ id, name }) => ({ id, name })),
    numbers: toJson(numbers),
    references: toJson(references),
    customers: toJson(customers),
  }
}

export const inSlices = (rows: readonly CheckedRow[]): CheckedRow[][] =>
  Array.from({ length: Math.ceil(rows.length / rowsPerSlice) }, (_, index) =>
    rows.slice(index * rowsPerSlice, (index + 1) * rowsPerSlice),
  )

/** Every thing in it that can change hands. */
export const packedBytes = ({
  problems,
  notes,
  numbers,
  references,
  customers,
  slices,
}: PackedRows): ArrayBuffer[] =>
  [problems, notes, numbers, references, customers, ...slices.map(({ rows }) => rows)].map(
    ({ buffer }) => buffer as ArrayBuffer,
  )

const encoder = new TextEncoder()
export const toJson = (value: unknown): Json => encoder.encode(JSON.stringify(value))

/** Rows with letters that the database cannot keep are written again without them. */
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

/** Text from an uploaded file may contain characters that PostgreSQL cannot store. */
const storable = (text: string): string =>
  text.isWellFormed() && !text.includes('\u0000') ? text : text.toWellFormed().replaceAll('\u0000', '')

const countRows = (rows: readonly CheckedRow[]) => {
  const counts = { valid: 0, invalid: 0, skipped: 0 }
  for (const { status } of rows) counts[status]++
  return counts
}

/** A checked sheet. Its orders may still be on their way from the thread that makes them. */
export type PackedImport = PackedRows & {
  country: CountryCode
  /** SHA-256 of the file's bytes. */
  fileHash: string
  orders: Promise<PackedOrders>
  /** They are waited for: else they are made once the report has had its time to leave. */
  hurry: () => void
}

/** The orders that the good rows become. */
export type PackedOrders = {
  /** `OrderLine[]` of each slice. */
  lines: Json[]
  /** Words that they will be found by. */
  words: string[]
}

/** Once nobody reads it any more; orders that are still being made are freed when they come. */
export const freeImport = ({
  problems,
  notes,
  numbers,
  references,
  customers,
  slices,
  orders,
}: PackedImport): void => {
  freeBytes([problems, notes, numbers, references, customers, ...slices.map(({ rows }) => rows)])
  orders.then(
    ({ lines }) => freeBytes(lines),
    () => {},
  )
}

/** The orders of one slice, `OrderLine[]`, in the order of the slices; and after the last the words they are found by. */
export type PackedPiece = { slice: number; lines: Json } | { words: string[] }

/** Makes the orders of a checked sheet, a slice when it is asked for. */
export function* packLines(
  rows: readonly CheckedRow[],
  { products }: ImportContext,
): Generator<PackedPiece, void> {
  const productOf = new Map(products.map((product) => [product.id, product]))
  const texts = new Set<string>()
  for (const [slice, some] of inSlices(rows).entries()) {
    const lines = toOrderLines(finishedOrders(some, productOf))
    for (const { text } of lines) for (const word of text.split(' ')) texts.add(word)
    yield { slice, lines: toJson(lines) }
  }
  yield { words: learnedWords([{ text: [...texts].join(' ') }]) }
}

const finishedOrders = (
  rows: readonly CheckedRow[],
  productOf: ReadonlyMap<string, ImportProduct>,
): { at: number; order: FinishedOrder }[] =>
  rows.flatMap(({ row, order }) => {
    const product = productOf.get(order?.product ?? '')
    if (order === null || product === undefined) return []
    const priced = priceOrder(order, product)
    // No good row has a total that is too large.
    if (!priced.ok) return []
    const { sourceLink = null, sourceName = null, comment = null } = order
    return {
      at: row,
      order: { ...order, ...priced.value, productName: product.name, sourceLink, sourceName, comment },
    }
  })

/** A number that was shown in another way goes back as that text: a program would show it in its own. */
const writtenCell = (cell: unknown): unknown => (isShownNumber(cell) ? cell.shown : (cell ?? null))

/**
 * The rows to correct, cells and columns as they were sent, with a column that says why. Rows whose orders are already
 * there are not among them: sent again without the ones that they repeat, they would make a second order.
 */
export const failedRows = (
  checked: CheckedImport,
  texts: ImportTexts,
  textOf: (code: Code) => string,
): SheetToWrite[] => {
  const { headers } = checked
  const reason = ({ column, code }: RowProblem) =>
    column === null ? textOf(code) : `${headers[checked.columns[column] ?? -1] ?? column} : ${textOf(code)}`
  return [
    {
      name: texts.workbook.failed,
      rows: [
        [...headers, texts.workbook.why],
        ...checked.rows
          .filter(({ status }) => status === 'invalid')
          .map(({ cells, problems }) => [
            ...Array.from(headers, (_, place) => writtenCell(cells[place])),
            problems.map(reason).join('\n'),
          ]),
      ],
    },
  ]
}
