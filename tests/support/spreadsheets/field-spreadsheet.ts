import { type CellObject, utils, write } from 'xlsx'
import type { Code } from '../../../domain/core/codes.ts'
import type { CountryCode } from '../../../domain/core/countries.ts'
import { createRandom, type Random } from '../../../server/seed/row-writer.ts'
import { extraColumns, type FieldColumn, fieldHeaders, headerStyles } from './field-headers.ts'
import {
  type ExpectedOrder,
  type FieldCell,
  type FieldCells,
  type FieldProduct,
  type FieldRow,
  fieldRow,
} from './field-rows.ts'

/** Writes the sheet with a title and a blank row above the header, and an unrelated second sheet. */
const writeFieldWorkbook = (
  headers: readonly { column: FieldColumn; header: string }[],
  lines: readonly FieldCells[],
): Buffer => {
  const sheet = utils.aoa_to_sheet([
    ['Commandes du mois'],
    [],
    headers.map(({ header }) => header),
    ...lines.map((line) => headers.map(({ column }) => toCell(line[column]))),
  ])
  const summary = utils.aoa_to_sheet([
    ['Récapitulatif'],
    ['Livreur', 'Courses'],
    ['Moussa', 12],
    ['Total', { t: 'n', v: 12, f: 'SUM(B3:B3)' }],
  ])
  const workbook = utils.book_new()
  utils.book_append_sheet(workbook, sheet, 'Feuil1')
  utils.book_append_sheet(workbook, summary, 'Récap')
  return write(workbook, { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer
}

const toCell = (cell: FieldCell | undefined): CellObject | string | number | null => {
  if (cell === undefined || cell === '') return null
  return typeof cell === 'object' ? { t: 'n', v: cell.value, f: cell.formula } : cell
}

type FieldSpreadsheet = {
  /** An .xlsx file. */
  bytes: Buffer
  expected: {
    total: number
    valid: number
    invalid: number
    skipped: number
    /** By row, then by template column. */
    problems: { row: number; column: string | null; code: Code }[]
    repairedPhones: number
    ignoredColumns: string[]
    /** Orders of the valid rows, by row number. */
    orders: Map<number, ExpectedOrder>
  }
}

type Options = { rows: number; seed: number; products: readonly FieldProduct[]; country?: CountryCode }

type Outcome = 'good' | 'repeat' | keyof typeof spoilers
type ExpectedProblem = { column: string | null; code: Code }

/** Ways to spoil a good row, with the expected problems. */
const spoilers = {
  ghost: {
    spoil: { product: 'Produit fantôme' },
    problems: [{ column: 'product', code: 'PRODUCT_NOT_FOUND' }],
  },
  noQuantity: { spoil: { quantity: '' }, problems: [{ column: 'quantity', code: 'REQUIRED' }] },
  badPhone: {
    spoil: { customerPhone: '12345' },
    problems: [{ column: 'customerPhone', code: 'INVALID_PHONE' }],
  },
  twoPhones: {
    spoil: { customerPhone: '0708091011 / 0506070809' },
    problems: [{ column: 'customerPhone', code: 'INVALID_PHONE' }],
  },
  noAddress: {
    spoil: { customerAddress: '  ' },
    problems: [{ column: 'customerAddress', code: 'REQUIRED' }],
  },
  badPrice: { spoil: { price: 'à voir' }, problems: [{ column: 'price', code: 'NOT_A_NUMBER' }] },
  everything: {
    spoil: {
      product: 'Produit fantôme',
      customerName: '',
      customerPhone: 'demander',
      customerAddress: '',
      quantity: 'deux',
      price: 'cher',
      sourceLink: 'voir facebook',
    },
    problems: [
      { column: 'product', code: 'PRODUCT_NOT_FOUND' },
      { column: 'customerName', code: 'REQUIRED' },
      { column: 'customerPhone', code: 'INVALID_PHONE' },
      { column: 'customerAddress', code: 'REQUIRED' },
      { column: 'quantity', code: 'NOT_A_NUMBER' },
      { column: 'price', code: 'NOT_A_NUMBER' },
      { column: 'sourceLink', code: 'NOT_A_URL' },
    ],
  },
} as const satisfies Record<string, { spoil: FieldCells; problems: readonly ExpectedProblem[] }>

/**
 * A realistic spreadsheet of orders, deterministic by seed: title above the header, French and English headers in any order,
 * phones and prices in every form, decomposed accents, formulas, blank and duplicate rows, unknown products, a second sheet.
 * `rows`: number of non-empty rows.
 */
export const fieldSpreadsheet = ({ rows, seed, products, country = 'ic' }: Options): FieldSpreadsheet => {
  const random = createRandom(seed)
  const headers = fieldHeaders(random, headerStyles[seed % headerStyles.length]!)
  const lines: FieldCells[] = []
  const expected: FieldSpreadsheet['expected'] = {
    total: rows,
    valid: 0,
    invalid: 0,
    skipped: 0,
    problems: [],
    repairedPhones: 0,
    ignoredColumns: headers.filter(({ column }) => isExtra(column)).map(({ header }) => header),
    orders: new Map(),
  }
  const phones = new Set<string>()
  const good: FieldRow[] = []
  const firstRow = 4
  for (let index = 0; index < rows; index++) {
    if (random.chance(0.02)) lines.push(random.chance(0.5) ? {} : { customerName: '  ' })
    const row = firstRow + lines.length
    const outcome = good.length === 0 ? 'good' : outcomeOf(random, index)
    if (outcome === 'repeat') {
      lines.push(random.pick(good).cells)
      expected.skipped++
      expected.problems.push({ row, column: null, code: 'DUPLICATE_IN_FILE' })
      continue
    }
    const made = fieldRow(random, { country, products, phones, index })
    if (outcome === 'good') {
      lines.push(made.cells)
      good.push(made)
      expected.valid++
      expected.orders.set(row, made.order)
      if (made.isRepaired) expected.repairedPhones++
      continue
    }
    const { spoil, problems } = spoilers[outcome]
    lines.push({ ...made.cells, ...spoil })
    expected.invalid++
    expected.problems.push(...problems.map((problem) => ({ row, ...problem })))
    if (made.isRepaired && !('customerPhone' in spoil)) expected.repairedPhones++
  }
  return { bytes: writeFieldWorkbook(headers, lines), expected }
}

const isExtra = (column: FieldColumn): boolean => (extraColumns as readonly string[]).includes(column)

/** The first rows cover each outcome, so that short sheets have them too. */
const outcomeOf = (random: Random, index: number): Outcome => {
  const early: Outcome[] = ['good', 'good', 'ghost', 'repeat', 'everything', 'badPhone', 'noQuantity']
  return (
    early[index] ??
    random.weighted<Outcome>([
      ['good', 960],
      ['repeat', 10],
      ['ghost', 10],
      ['noQuantity', 5],
      ['badPhone', 4],
      ['twoPhones', 4],
      ['noAddress', 4],
      ['badPrice', 2],
      ['everything', 1],
    ])
  )
}
