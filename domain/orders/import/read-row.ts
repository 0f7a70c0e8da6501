import { codes } from '../../core/codes.ts'
import type { CountryCode } from '../../core/countries.ts'
import type { Field } from '../../lib/field.ts'
import { accept, type Result } from '../../lib/result.ts'
import type { RecordOf, Shapes } from '../../lib/shape.ts'
import { readAmount, readCount } from '../../lib/typed/read-amount.ts'
import { trimLink } from '../../lib/typed/read-link.ts'
import { readPhone } from '../../lib/typed/read-phone.ts'
import { validateField } from '../../lib/validate.ts'
import { type OrderInput, priceOrder } from '../order.ts'
import { cellText, cleanNumber, digitText, isShownNumber } from './cell-text.ts'
import { findProduct, type ImportProduct, type ProductIndex } from './find-product.ts'
import { type ImportColumn, importColumnNames, importColumns } from './import-columns.ts'
import { type NoteCode, noteCodes } from './note-codes.ts'
import type { ColumnPlaces, ImportSheetRow, RowSaid } from './read-sheet.ts'

/** A price so many times off is more often a slip of a digit than a discount. */
const FAR_PRICE = 5

export const rowProblemShapes = {
  row: { kind: 'integer' },
  column: { kind: 'choice', values: importColumnNames, nullable: true },
  code: { kind: 'choice', values: codes },
} as const satisfies Shapes

export const rowNoteShapes = {
  row: { kind: 'integer' },
  column: { kind: 'choice', values: importColumnNames },
  code: { kind: 'choice', values: noteCodes },
} as const satisfies Shapes

export type RowProblem = RecordOf<typeof rowProblemShapes>
export type RowNote = RecordOf<typeof rowNoteShapes>

/** An order read from a row. Its owner is its product's; a blank price is the product's. */
export type ImportedOrder = OrderInput & { price: number; owner: string; externalRef: string | null }

export type ReadRow = Pick<ImportSheetRow, 'said'> & {
  row: number
  /** The value read from each cell: normalised if valid, else as written. */
  values: Record<ImportColumn, string | number | null>
  /** The existing order's number, in an exported spreadsheet. */
  orderNumber: number | null
  /** Null if the row has a problem. */
  order: ImportedOrder | null
  problems: RowProblem[]
  notes: RowNote[]
  /** The original cells, for the spreadsheet of failed rows. */
  cells: readonly unknown[]
}

export type RowContext = {
  country: CountryCode
  products: ProductIndex
  columns: ColumnPlaces
  orderNumber: number | null
  /** Whether any row has a price: then one without is noted. */
  hasPrices: boolean
}

/** Whether any row of the sheet has a price. */
export const hasPrices = (rows: readonly Pick<ImportSheetRow, 'cells'>[], columns: ColumnPlaces): boolean =>
  columns.price !== undefined && rows.some(({ cells }) => cellText(cells[columns.price ?? -1]) !== '')

/** Reads one row as an order, with all its problems, and what its shop says of it. */
export const readRow = (row: ImportSheetRow, context: RowContext): ReadRow =>
  row.said === undefined ? readOrder(row, context) : withSaid(readOrder(row, context), row.said)

const withSaid = (read: ReadRow, said: RowSaid): ReadRow => {
  const { row } = read
  const isPaid = said.notes.some(({ code }) => code === 'PAID_IN_SHOP')
  return {
    ...read,
    said,
    order: said.problems.length > 0 ? null : read.order,
    problems: inColumnOrder([...read.problems, ...said.problems.map((problem) => ({ row, ...problem }))]),
    notes: [
      // Nothing is to be collected, as its note says.
      ...read.notes.filter(({ code }) => !isPaid || code !== 'PRICE_ZERO'),
      ...said.notes.map((note) => ({ row, ...note })),
    ],
  }
}

const readOrder = ({ row, cells }: ImportSheetRow, context: RowContext): ReadRow => {
  const { values, problems, notes } = readCells({ row, cells }, context)
  const product = productOf(values.product, context.products)
  if (product !== null && !product.ok) problems.push({ row, column: 'product', code: product.code })
  const orderNumber = numberIn(cells[context.orderNumber ?? -1])
  const bad = { row, cells, values, orderNumber, order: null, problems: inColumnOrder(problems), notes }
  if (problems.length > 0 || !product?.ok) return bad
  const order = toOrder(values, product.value, context.country)
  const priced = priceOrder(order, product.value)
  if (!priced.ok) return { ...bad, problems: [{ row, column: 'quantity', code: 'TOO_LARGE' }] }
  const doubts = doubtsOf(order, product.value, values.price === null && context.hasPrices)
  return {
    ...bad,
    values: { ...values, product: product.value.name, price: order.price },
    order,
    notes: [...notes, ...doubts.map((doubt): RowNote => ({ row, ...doubt }))],
  }
}

/** What of a valid order does not go with its product. `isFilled`: the price is the product's, since the row has none. */
const doubtsOf = (
  { quantity, price }: ImportedOrder,
  product: ImportProduct,
  isFilled: boolean,
): Omit<RowNote, 'row'>[] => {
  const isFar = price * FAR_PRICE <= product.price || price >= product.price * FAR_PRICE
  const priceNote = isFilled
    ? 'PRICE_MISSING'
    : product.price === 0 || !isFar
      ? null
      : price === 0
        ? 'PRICE_ZERO'
        : 'PRICE_FAR'
  return [
    ...(product.available < quantity ? [{ column: 'product', code: 'STOCK_SHORT' } as const] : []),
    ...(priceNote === null ? [] : [{ column: 'price', code: priceNote } as const]),
  ]
}

const numberIn = (cell: unknown): number | null => {
  const text = digitText(cell)
  return /^\d{1,12}$/.test(text) ? Number(text) : null
}

const readCells = (
  { row, cells }: ImportSheetRow,
  { columns, country }: RowContext,
): Pick<ReadRow, 'values' | 'problems' | 'notes'> => {
  const problems: RowProblem[] = []
  const notes: RowNote[] = []
  const read = importColumnNames.map((column) => {
    const cell = cells[columns[column] ?? -1]
    const result = readCell(column, cell, country)
    if (!result.ok) problems.push({ row, column, code: result.code })
    else if (result.value.note) notes.push({ row, column, code: result.value.note })
    return [column, result.ok ? result.value.value : cellText(cell) || null]
  })
  return { values: Object.fromEntries(read) as ReadRow['values'], problems, notes }
}

type ReadCell = Result<{ value: string | number | null; note?: NoteCode }>

const readCell = (column: ImportColumn, cell: unknown, country: CountryCode): ReadCell => {
  const field = importColumns[column]
  const text = field.kind === 'text' ? cellText(cell) : digitText(cell)
  const check = (value: unknown, note?: NoteCode): ReadCell => {
    const checked = validateField(field, value, { country })
    return checked.ok ? accept({ value: checked.value as string | number | null, note }) : checked
  }
  if (text === '') return check(null)
  switch (field.kind) {
    case 'text':
      return check(text)
    case 'phone':
      return readNotedPhone(text, country)
    case 'integer':
      return check(numberOf(cell, () => readCount(text)))
    case 'money':
      return check(numberOf(cell, () => readAmount(text, country)))
    case 'url': {
      // Unchanged: removing a character inside a link may change where it leads.
      const link = typeof cell === 'string' ? trimLink(cell) : text
      const isBare = /^[\w-]+(?:\.[\w-]+)+(?:[/?#]\S*)?$/.test(link)
      return isBare ? check(`https://${link}`, 'LINK_REPAIRED') : check(link)
    }
  }
}

/** A phone number as E.164, with the note that it was repaired or is unlikely. Also of orders that shops send. */
export const readNotedPhone = (
  text: string,
  country: CountryCode,
): Result<{ value: string; note?: 'PHONE_REPAIRED' | 'PHONE_UNLIKELY' }> => {
  const phone = readPhone(text, country)
  if (!phone.ok) return phone
  const { e164, repaired, unlikely } = phone.value
  return accept({ value: e164, note: unlikely ? 'PHONE_UNLIKELY' : repaired ? 'PHONE_REPAIRED' : undefined })
}

/** NaN for text that is no number; the field's validation reports it. */
const numberOf = (cell: unknown, parse: () => number | null): number =>
  isShownNumber(cell)
    ? cleanNumber(cell.value)
    : typeof cell === 'number'
      ? cleanNumber(cell)
      : (parse() ?? Number.NaN)

const productOf = (text: string | number | null, products: ProductIndex): Result<ImportProduct> | null =>
  text === null ? null : findProduct(products, String(text))

/** Every column of the row; the price is the product's where the row has none. */
const toOrder = (values: ReadRow['values'], product: ImportProduct, country: CountryCode): ImportedOrder => ({
  ...(Object.fromEntries(
    importColumnNames.map((column) => [column, storedOf(column, values[column])]),
  ) as Pick<ImportedOrder, ImportColumn>),
  country,
  owner: product.owner,
  product: product.id,
  price: values.price === null ? product.price : Number(values.price),
})

const storedOf = (column: ImportColumn, value: string | number | null): string | number | null =>
  value === null ? null : isNumeric(importColumns[column]) ? Number(value) : String(value)

const isNumeric = ({ kind }: Field): boolean => kind === 'integer' || kind === 'money'

const inColumnOrder = (problems: RowProblem[]): RowProblem[] =>
  problems.toSorted((a, b) => placeOf(a.column) - placeOf(b.column))

const placeOf = (column: ImportColumn | null): number =>
  column === null ? importColumnNames.length : importColumnNames.indexOf(column)
