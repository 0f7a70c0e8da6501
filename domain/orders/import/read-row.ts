import type { Code } from '../../codes.ts'
import type { CountryCode } from '../../countries.ts'
import { validateField } from '../../lib/field.ts'
import { parseAmount } from '../../lib/money.ts'
import { parsePhone } from '../../lib/phone.ts'
import { accept, type Result } from '../../lib/result.ts'
import type { OrderInput } from '../order.ts'
import { cellText, cleanNumber, digitText } from './cell-text.ts'
import { findProduct, type ImportProduct, type ProductIndex } from './find-product.ts'
import { type ImportColumn, importColumnNames, importColumns } from './import-columns.ts'
import type { ColumnPlaces, SheetRow } from './read-sheet.ts'

/** What was put right or looks odd, and was let through. */
export const noteCodes = ['PHONE_REPAIRED', 'PHONE_UNLIKELY', 'LINK_REPAIRED', 'COLUMN_REPEATED'] as const
export type NoteCode = (typeof noteCodes)[number]

export type RowProblem = { row: number; column: ImportColumn | null; code: Code }
export type RowNote = { row: number; column: ImportColumn; code: NoteCode }

/** An order as a row gives it; its owner is its product's. The price is the product's where the cell is blank. */
export type ImportedOrder = OrderInput & { price: number; owner: string; externalRef: string | null }

export type ReadRow = {
  row: number
  /** What each cell was read as: normalised where it is good, as it was written where not. */
  values: Record<ImportColumn, string | number | null>
  /** Null when anything is wrong with the row. */
  order: ImportedOrder | null
  problems: RowProblem[]
  notes: RowNote[]
}

export type RowContext = { country: CountryCode; products: ProductIndex; columns: ColumnPlaces }

/** Reads one row as an order, telling everything that is wrong with it at once. */
export const readRow = ({ row, cells }: SheetRow, context: RowContext): ReadRow => {
  const problems: RowProblem[] = []
  const notes: RowNote[] = []
  const values: Partial<ReadRow['values']> = {}
  const refused = (column: ImportColumn, code: Code) => problems.push({ row, column, code })
  for (const column of importColumnNames) {
    const place = context.columns[column]
    const cell = place === undefined ? null : cells[place]
    const read = readCell(column, cell, context.country)
    if (read.ok && read.value.note) notes.push({ row, column, code: read.value.note })
    if (!read.ok && place !== undefined) refused(column, read.code)
    values[column] = read.ok ? read.value.value : cellText(cell) || null
  }
  const read = values as ReadRow['values']
  const product = productOf(read.product, context.products)
  if (product !== null && !product.ok) refused('product', product.code)
  if (problems.length > 0 || !product?.ok || !hasRequired(read)) {
    return { row, values: read, order: null, problems: inColumnOrder(problems), notes }
  }
  const order = toOrder(read, product.value, context.country)
  return {
    row,
    values: { ...read, product: product.value.name, price: order.price },
    order,
    problems,
    notes,
  }
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
      return readPhone(text, country)
    case 'integer':
      return check(numberOf(cell, () => parseCount(text)))
    case 'money':
      return check(numberOf(cell, () => parseAmount(text, country)))
    case 'url': {
      const isBare = /^[\w-]+(?:\.[\w-]+)+(?:[/?#]\S*)?$/.test(text)
      return isBare ? check(`https://${text}`, 'LINK_REPAIRED') : check(text)
    }
  }
}

const readPhone = (text: string, country: CountryCode): ReadCell => {
  const phone = parsePhone(text, country)
  if (!phone.ok) return phone
  const { e164, repaired, unlikely } = phone.value
  return accept({ value: e164, note: unlikely ? 'PHONE_UNLIKELY' : repaired ? 'PHONE_REPAIRED' : undefined })
}

/** NaN stands for text that is no number: the field then says so. */
const numberOf = (cell: unknown, parse: () => number | null): number =>
  typeof cell === 'number' ? cleanNumber(cell) : (parse() ?? Number.NaN)

/** `2`, `2,0`, `1 000`. */
const parseCount = (text: string): number | null => {
  const bare = text.normalize('NFKC').replace(/\s/g, '')
  return /^\d{1,9}(?:[.,]\d+)?$/.test(bare) ? Number(bare.replace(',', '.')) : null
}

const productOf = (text: string | number | null, products: ProductIndex): Result<ImportProduct> | null =>
  text === null ? null : findProduct(products, String(text))

const hasRequired = (values: ReadRow['values']): boolean =>
  values.customerName !== null &&
  values.customerPhone !== null &&
  values.customerAddress !== null &&
  values.quantity !== null

const toOrder = (values: ReadRow['values'], product: ImportProduct, country: CountryCode): ImportedOrder => ({
  country,
  owner: product.owner,
  product: product.id,
  customerName: String(values.customerName),
  customerPhone: String(values.customerPhone),
  customerAddress: String(values.customerAddress),
  quantity: Number(values.quantity),
  price: values.price === null ? product.price : Number(values.price),
  sourceLink: textOrNull(values.sourceLink),
  sourceName: textOrNull(values.sourceName),
  comment: textOrNull(values.comment),
  externalRef: textOrNull(values.externalRef),
})

const textOrNull = (value: string | number | null): string | null => (value === null ? null : String(value))

const inColumnOrder = (problems: RowProblem[]): RowProblem[] =>
  problems.toSorted((a, b) => placeOf(a.column) - placeOf(b.column))

const placeOf = (column: ImportColumn | null): number =>
  column === null ? importColumnNames.length : importColumnNames.indexOf(column)
