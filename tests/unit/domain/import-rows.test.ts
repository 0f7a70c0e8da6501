import { describe, expect, it } from 'vitest'
import type { CountryCode } from '../../../domain/core/countries.ts'
import { checkImport } from '../../../domain/orders/import/check-import.ts'
import type { ImportProduct } from '../../../domain/orders/import/find-product.ts'
import { type ImportColumn, importColumnNames } from '../../../domain/orders/import/import-columns.ts'
import { chooseSheet } from '../../../domain/orders/import/read-sheet.ts'
import { readWorkbook } from '../../../server/spreadsheets/read-workbook.ts'
import { fieldSpreadsheet } from '../../support/spreadsheets/field-spreadsheet.ts'

const id = (digit: number) => `0198c2f0-0000-7000-8000-00000000000${digit}`
const products: ImportProduct[] = [
  { id: id(1), number: 101, name: 'Montre Élégance', price: 15000, owner: id(8), available: 100 },
  { id: id(2), number: 102, name: 'Crème de cœur', price: 7500, owner: id(8), available: 1 },
  { id: id(3), number: 103, name: 'Lampe', price: 1000, owner: id(8), available: 100 },
  { id: id(4), number: 104, name: 'lampe', price: 2000, owner: id(9), available: 100 },
  { id: id(5), number: 105, name: 'LAMPE', price: 3000, owner: id(9), available: 100 },
]
const good: Record<string, unknown> = {
  product: 'Montre Élégance',
  customerName: 'Awa Koné',
  customerPhone: '0708091011',
  customerAddress: 'Cocody, Angré 7e tranche',
  quantity: 1,
}

const check = (rows: Partial<Record<ImportColumn, unknown>>[], country: CountryCode = 'ic') => {
  const cells = rows.map((row) => importColumnNames.map((column) => ({ ...good, ...row })[column] ?? null))
  const checked = checkImport([importColumnNames, ...cells], { country, products })
  if (!checked.ok) throw new Error(checked.code)
  return checked.value
}
const one = (row: Partial<Record<ImportColumn, unknown>>, country?: CountryCode) => {
  const { rows, problems, notes } = check([row], country)
  return { ...rows[0]!, problems, notes }
}
const codesOf = (row: Partial<Record<ImportColumn, unknown>>, country?: CountryCode) =>
  one(row, country).problems.map(({ column, code }) => `${column} ${code}`)

describe('a row of a sheet of orders', () => {
  it('becomes an order of the owner of its product, at the product’s price when it names none', () => {
    expect(one({ externalRef: 4417 })).toMatchObject({
      row: 2,
      status: 'valid',
      problems: [],
      notes: [],
      order: {
        country: 'ic',
        owner: id(8),
        product: id(1),
        customerName: 'Awa Koné',
        customerPhone: '+2250708091011',
        customerAddress: 'Cocody, Angré 7e tranche',
        quantity: 1,
        price: 15000,
        sourceLink: null,
        sourceName: null,
        comment: null,
        externalRef: '4417',
      },
    })
  })

  it.each([
    [708091011, 'PHONE_REPAIRED'],
    ['708091011', 'PHONE_REPAIRED'],
    [2250708091011, undefined],
    ['07 08 09 10 11', undefined],
    ['+225 07 08 09 10 11', undefined],
    ['002250708091011', undefined],
    ['+225 708091011', 'PHONE_REPAIRED'],
    ['\u202a+225\u00a007.08.09.10.11\u202c', undefined],
    ['٠٧٠٨٠٩١٠١١', undefined],
  ])('reads the phone %s', (customerPhone, note) => {
    const row = one({ customerPhone })
    expect(row.order?.customerPhone).toBe('+2250708091011')
    expect(row.notes.map(({ code }) => code)).toEqual(note === undefined ? [] : [note])
  })

  it.each([
    [{}, []],
    [{ quantity: 100 }, []],
    [{ quantity: 101 }, ['product STOCK_SHORT']],
    [{ product: 'Crème de cœur', quantity: 2 }, ['product STOCK_SHORT']],
    [{ price: 15_000 }, []],
    [{ price: 9_000 }, []],
    [{ price: 1_500 }, ['price PRICE_FAR']],
    [{ price: 150_000 }, ['price PRICE_FAR']],
    [{ price: 0 }, ['price PRICE_ZERO']],
  ])('warns of stock and price that do not go with the product: %o', (row, notes) => {
    const read = one(row)
    expect(read.status).toBe('valid')
    expect(read.notes.map(({ column, code }) => `${column} ${code}`)).toEqual(notes)
  })

  it('warns of a missing price only where other rows have one', () => {
    expect(check([{}, {}]).notes).toEqual([])
    expect(check([{ price: 15_000 }, { customerPhone: '0708091012' }]).notes).toEqual([
      { row: 3, column: 'price', code: 'PRICE_MISSING' },
    ])
  })

  it.each([
    [15000, 'ic', 15000],
    ['15 000', 'ic', 15000],
    ['15\u202f000 FCFA', 'ic', 15000],
    ['15.000,00', 'ic', 15000],
    ['15000 F', 'ic', 15000],
    ['15 000 CFA', 'sn', 15000],
    ['45,500 DT', 'tn', 45.5],
    ['1.234,50 €', 'fr', 1234.5],
    [0.1 * 3, 'fr', 0.3],
  ] as const)('reads the price %s in %s', (price, country, amount) => {
    expect(one({ price, customerPhone: phones[country] }, country).order?.price).toBe(amount)
  })

  it.each([
    ['101', id(1)],
    [101, id(1)],
    ['#101', id(1)],
    [id(1).toUpperCase(), id(1)],
    ['montre elegance', id(1)],
    ['Montre E\u0301le\u0301gance', id(1)],
    ['CREME DE COEUR', id(2)],
    ['Lampe', id(3)],
  ])('finds the product %s', (product, found) => {
    expect(one({ product }).order?.product).toBe(found)
  })

  it('keeps accents as one letter however they were typed', () => {
    expect(one({ customerName: 'Kone\u0301' }).order?.customerName).toBe('Koné')
  })

  it('puts https:// before a bare link and says so', () => {
    const row = one({ sourceLink: 'www.boutique.ci/montre?x=1' })
    expect(row.order?.sourceLink).toBe('https://www.boutique.ci/montre?x=1')
    expect(row.notes).toEqual([{ row: 2, column: 'sourceLink', code: 'LINK_REPAIRED' }])
  })

  it('takes marks off around a link', () => {
    const row = one({ sourceLink: '\ufeff\u202ahttps://boutique.ci/montre–bleue\u202c\u00a0' })
    expect(row.order?.sourceLink).toBe('https://boutique.ci/montre–bleue')
    expect(row.notes).toEqual([])
  })

  it.each([
    [{ product: 'Fantôme' }, ['product PRODUCT_NOT_FOUND']],
    [{ product: 'lampÉ' }, ['product PRODUCT_AMBIGUOUS']],
    [{ product: null }, ['product REQUIRED']],
    [{ quantity: null }, ['quantity REQUIRED']],
    [{ quantity: 'deux' }, ['quantity NOT_A_NUMBER']],
    [{ quantity: 1.5 }, ['quantity NOT_AN_INTEGER']],
    [{ quantity: 0 }, ['quantity TOO_SMALL']],
    [{ quantity: 10001 }, ['quantity TOO_LARGE']],
    [{ price: '15000,50' }, ['price TOO_MANY_DECIMALS']],
    [{ price: 'gratuit' }, ['price NOT_A_NUMBER']],
    [{ price: -5 }, ['price TOO_SMALL']],
    [{ price: '#REF!' }, ['price NOT_A_NUMBER']],
    [{ customerPhone: '0708091011 / 0506070809' }, ['customerPhone INVALID_PHONE']],
    [{ customerName: 'x'.repeat(121) }, ['customerName TOO_LONG']],
    [{ sourceLink: 'voir facebook' }, ['sourceLink NOT_A_URL']],
    [{ sourceLink: 'https://boutique.ci/\u202Egpj.exe' }, ['sourceLink LINK_UNSAFE']],
    [{ sourceLink: 'boutique.ci/\u200Bmontre' }, ['sourceLink LINK_UNSAFE']],
    [{ sourceLink: 'https://boutique.ci:mot@evil.example/montre' }, ['sourceLink LINK_UNSAFE']],
    [{ sourceLink: 'https://boutique.ci\\@evil.example' }, ['sourceLink LINK_UNSAFE']],
    [{ sourceLink: 'www.boutique.ci\\montre' }, ['sourceLink NOT_A_URL']],
    [{ comment: 'a\u0000b' }, ['comment INVALID_TEXT']],
  ])('refuses %j', (row, expected) => {
    expect(codesOf(row)).toEqual(expected)
  })

  it('reports every problem of it at once', () => {
    const all = {
      product: 'Fantôme',
      customerName: 'x'.repeat(500),
      customerPhone: 'demander',
      customerAddress: '',
      quantity: 'deux',
      price: 'cher',
      sourceLink: 'voir facebook',
      sourceName: 'x'.repeat(500),
      comment: 'x'.repeat(5000),
      externalRef: 'x'.repeat(500),
    }
    expect(codesOf(all)).toEqual([
      'product PRODUCT_NOT_FOUND',
      'customerName TOO_LONG',
      'customerPhone INVALID_PHONE',
      'customerAddress REQUIRED',
      'quantity NOT_A_NUMBER',
      'price NOT_A_NUMBER',
      'sourceLink NOT_A_URL',
      'sourceName TOO_LONG',
      'comment TOO_LONG',
      'externalRef TOO_LONG',
    ])
    expect(one(all).order).toBeNull()
  })

  it('is skipped when an earlier row says the same, and refused when only the reference is the same', () => {
    const { rows, problems } = check([
      { externalRef: 'A1' },
      { externalRef: 'A1' },
      { externalRef: 'A1', quantity: 2 },
    ])
    expect(rows.map(({ status }) => status)).toEqual(['valid', 'skipped', 'invalid'])
    expect(problems).toEqual([
      { row: 3, column: null, code: 'DUPLICATE_IN_FILE' },
      { row: 4, column: 'externalRef', code: 'DUPLICATE_IN_FILE' },
    ])
  })
})

const phones = { ic: '0708091011', sn: '77 123 45 67', tn: '20 123 456', fr: '06 12 34 56 78' }

const owner = '0198c2f0-0000-7000-8000-000000000009'
const fieldProducts = ['Montre Élégance', 'Crème de karité', 'Casque Bluetooth', 'Cœur de pommier'].map(
  (name, at) => ({
    id: `0198c2f0-0000-7000-8000-00000000000${at}`,
    number: 101 + at,
    name,
    price: 5000,
    available: 100_000,
    owner,
  }),
)

const checkFile = async (bytes: Buffer) => {
  const sheets = await readWorkbook(bytes)
  if (!sheets.ok) throw new Error(sheets.code)
  const checked = checkImport(chooseSheet(sheets.value).cells, { country: 'ic', products: fieldProducts })
  if (!checked.ok) throw new Error(checked.code)
  return checked.value
}

describe('a spreadsheet as it comes from the field', () => {
  it.each([1, 2, 3, 4, 5, 6])('is read as a person would read it (%i)', async (seed) => {
    const { bytes, expected } = fieldSpreadsheet({ rows: 2000, seed, products: fieldProducts })
    const checked = await checkFile(bytes)
    const count = (status: string) => checked.rows.filter((row) => row.status === status).length
    expect(checked.problems).toEqual(expected.problems)
    expect({
      total: checked.rows.length,
      valid: count('valid'),
      invalid: count('invalid'),
      skipped: count('skipped'),
    }).toEqual({
      total: expected.total,
      valid: expected.valid,
      invalid: expected.invalid,
      skipped: expected.skipped,
    })
    expect(checked.ignoredColumns).toEqual(expected.ignoredColumns)
    // Any price may be any product's there.
    expect(checked.notes.flatMap(({ code, column }) => (column === 'price' ? [] : code))).toEqual(
      Array.from({ length: expected.repairedPhones }, () => 'PHONE_REPAIRED'),
    )
    for (const { row, order } of checked.rows) {
      if (order === null) expect(expected.orders.has(row)).toBe(false)
      else expect({ row, order }).toMatchObject({ row, order: expected.orders.get(row)! })
    }
  })

  it('is the same at every call with the same seed', () => {
    const once = fieldSpreadsheet({ rows: 50, seed: 7, products: fieldProducts })
    expect(fieldSpreadsheet({ rows: 50, seed: 7, products: fieldProducts }).expected).toEqual(once.expected)
  })
})
