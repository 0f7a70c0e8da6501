import { MessageChannel } from 'node:worker_threads'
import type { Code } from '../../domain/core/codes.ts'
import type { CountryCode } from '../../domain/core/countries.ts'
import { type FinishedOrder, finishOrder } from '../../domain/orders/finish-order.ts'
import { isShownNumber } from '../../domain/orders/import/cell-text.ts'
import type {
  CheckedImport,
  CheckedRow,
  ImportCheckContext,
} from '../../domain/orders/import/check-import.ts'
import type { ImportProduct } from '../../domain/orders/import/find-product.ts'
import { importColumnNames } from '../../domain/orders/import/import-columns.ts'
import type { ReportedRow } from '../../domain/orders/import/import-report.ts'
import type { RowProblem } from '../../domain/orders/import/read-row.ts'
import { isShopFile } from '../../domain/orders/import/shop-headers.ts'
import { learnedWords } from '../../domain/search/searchable.ts'
import type { OrderFileContext } from '../../domain/shop-files/check-order-file.ts'
import { type KnownZone, readZones, type ZoneReader } from '../../domain/zones/recognise-zone.ts'
import { toOrderLines } from './order-line.ts'
import type { ImportTexts } from './order-template.ts'
import type { SheetToWrite } from './write-workbook.ts'

/** Rows per slice and statement. */
const rowsPerSlice = 1_000

/** JSON of a list's part as bytes, transferred between threads without copying. */
type Json = Uint8Array

/** Consecutive rows of a sheet. */
export type PackedSlice = {
  /** Row numbers. */
  first: number
  last: number
  /** `ReportedRow[]`. */
  rows: Json
  /** Number of valid rows. */
  good: number
}

/**
 * A checked sheet from the parsing thread, with large parts as JSON, to not block the server. Orders follow (`packLines`).
 */
export type PackedRows = {
  total: number
  valid: number
  invalid: number
  skipped: number
  format: CheckedImport['format']
  taken: CheckedImport['taken']
  ignoredColumns: string[]
  hiddenColumns: string[]
  otherSheets: string[]
  hiddenRows: number
  problems: Json
  notes: Json
  slices: PackedSlice[]
  /** Products of valid rows as of parsing. */
  products: Pick<ImportProduct, 'id' | 'name'>[]
  /** Exported spreadsheets: `{ at, number, invalid }[]` with the existing order numbers. */
  numbers: Json
  /** References of valid rows: `{ at, owner, ref }[]`. */
  references: Json
  /** Customers of valid rows for duplicate detection: `{ at, phone, product }[]`. */
  customers: Json
  /** Exports of shops: `{ at, owner, invalid, kind, id, name, phone, basket }[]` of rows that are not skipped, `owner` of valid ones. */
  origins: Json
}

export const packRows = (
  {
    rows,
    problems,
    notes,
    format,
    taken,
    ignoredColumns,
    hiddenRows,
    hiddenColumns,
    otherSheets,
  }: CheckedImport,
  { products }: ImportCheckContext,
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
    format,
    taken: taken.map(({ header, use }) => ({ header: storable(header), use })),
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
    origins: toJson(originsOf(rows)),
  }
}

const originsOf = (rows: readonly CheckedRow[]) =>
  rows.flatMap(({ row, status, order, values, said }) => {
    if (said === undefined || status === 'skipped') return []
    const { id, name, basket, kind } = said.origin
    const texts = { id: id === null ? null : storable(id), name: storable(name), basket: storable(basket) }
    const phone = order?.customerPhone ?? storable(String(values.customerPhone ?? ''))
    return { at: row, owner: order?.owner ?? null, invalid: status === 'invalid', kind, ...texts, phone }
  })

const inSlices = (rows: readonly CheckedRow[]): CheckedRow[][] =>
  Array.from({ length: Math.ceil(rows.length / rowsPerSlice) }, (_, index) =>
    rows.slice(index * rowsPerSlice, (index + 1) * rowsPerSlice),
  )

/** Its transferable buffers. */
export const packedBytes = ({
  problems,
  notes,
  numbers,
  references,
  customers,
  origins,
  slices,
}: PackedRows): ArrayBuffer[] =>
  [problems, notes, numbers, references, customers, origins, ...slices.map(({ rows }) => rows)].map(
    ({ buffer }) => buffer as ArrayBuffer,
  )

const encoder = new TextEncoder()
const toJson = (value: unknown): Json => encoder.encode(JSON.stringify(value))

/** Rewrites rows with characters that PostgreSQL cannot store. */
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

/** Removes characters that PostgreSQL cannot store. */
const storable = (text: string): string =>
  text.isWellFormed() && !text.includes('\u0000') ? text : text.toWellFormed().replaceAll('\u0000', '')

const countRows = (rows: readonly CheckedRow[]) => {
  const counts = { valid: 0, invalid: 0, skipped: 0 }
  for (const { status } of rows) counts[status]++
  return counts
}

/** A checked sheet whose orders may still be computed. */
export type PackedImport = PackedRows & {
  country: CountryCode
  /** SHA-256 of the file. */
  fileHash: string
  /** Zones by which its orders were placed. */
  zones: readonly KnownZone[]
  orders: Promise<PackedOrders>
  /** Computes the orders now instead of after a delay. */
  hurry: () => void
}

/** Orders of the valid rows. */
export type PackedOrders = {
  /** `OrderLine[]` of each slice. */
  lines: Json[]
  /** Words for the search index. */
  words: string[]
}

/** Frees its memory; orders still being computed are freed on arrival. */
export const freeImport = ({
  problems,
  notes,
  numbers,
  references,
  customers,
  origins,
  slices,
  orders,
}: PackedImport): void => {
  freeBytes([problems, notes, numbers, references, customers, origins, ...slices.map(({ rows }) => rows)])
  orders.then(
    ({ lines }) => freeBytes(lines),
    () => {},
  )
}

/** `OrderLine[]` of one slice, in order; finally the search words. */
export type PackedPiece = { slice: number; lines: Json } | { words: string[] }

/** Yields the orders of a checked sheet by slice. */
export function* packLines(
  rows: readonly CheckedRow[],
  { products, zones = [] }: OrderFileContext,
): Generator<PackedPiece, void> {
  const productOf = new Map(products.map((product) => [product.id, product]))
  const reader = readZones(zones)
  const texts = new Set<string>()
  for (const [slice, some] of inSlices(rows).entries()) {
    const lines = toOrderLines(finishedOrders(some, productOf, reader))
    for (const { text } of lines) for (const word of text.split(' ')) texts.add(word)
    yield { slice, lines: toJson(lines) }
  }
  yield { words: learnedWords([{ text: [...texts].join(' ') }]) }
}

const finishedOrders = (
  rows: readonly CheckedRow[],
  productOf: ReadonlyMap<string, ImportProduct>,
  zones: ZoneReader,
): { at: number; order: FinishedOrder }[] =>
  rows.flatMap(({ row, order }) => {
    const product = productOf.get(order?.product ?? '')
    if (order === null || product === undefined) return []
    const finished = finishOrder(order, product, zones)
    // No good row has a total that is too large.
    return finished.ok ? { at: row, order: finished.value } : []
  })

/** Custom-formatted numbers are written as their displayed text. */
const writtenCell = (cell: unknown): unknown => (isShownNumber(cell) ? cell.shown : (cell ?? null))

/**
 * Spreadsheet of invalid rows as sent, with a column of reasons. Without rows whose orders exist, which would be imported
 * twice.
 */
export const failedRows = (
  checked: CheckedImport,
  texts: ImportTexts,
  textOf: (code: Code) => string,
): SheetToWrite[] => {
  const headers = headersOf(checked, texts)
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

/** The file's own headers; those of the template for the export of a shop, whose rows become orders. */
const headersOf = ({ format, headers }: CheckedImport, { columns }: ImportTexts): string[] =>
  isShopFile(format) ? importColumnNames.map((column) => columns[column]) : headers

/** Transferring buffers to a closed port frees them. */
const { port1: nowhere } = new MessageChannel()
nowhere.close()

/**
 * Frees off-heap memory at once, which the garbage collector would leave until the next import. The arrays are empty
 * afterwards.
 */
export const freeBytes = (lists: readonly Uint8Array[]): void => {
  // Views of shared buffers are left to the garbage collector.
  const owned = lists.filter(({ buffer, byteLength }) => byteLength > 0 && byteLength === buffer.byteLength)
  nowhere.postMessage(
    null,
    [...new Set(owned.map(({ buffer }) => buffer))].map((buffer) => buffer as ArrayBuffer),
  )
}
