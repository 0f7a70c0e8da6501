import { describe, expect, it, test } from 'vitest'
import { editDistance } from '../../../domain/lib/typo.ts'
import { checkImport, recheckRow } from '../../../domain/orders/import/check-import.ts'
import {
  type Correction,
  MAX_CORRECTIONS,
  parseCorrections,
} from '../../../domain/orders/import/corrections.ts'
import { type ImportProduct, indexProducts, nearProduct } from '../../../domain/orders/import/find-product.ts'
import { previewReport, withRow } from '../../../domain/orders/import/import-report.ts'

const product = (number: number, name: string): ImportProduct => ({
  id: `0198c2f0-0000-7000-8000-00000000000${number % 10}`,
  number,
  name,
  price: 15_000,
  available: 100,
  owner: '0198c2f0-0000-7000-8000-000000000099',
})
const products = [
  product(101, 'Robot pétrin 5 L'),
  product(102, 'Robot pétrin 7 L'),
  product(103, 'Lampe'),
  product(104, 'Lampe'),
  product(105, 'Crème de karité'),
]
const header = ['Produit', 'Nom', 'Téléphone', 'Adresse', 'Qté']
const good = ['Crème de karité', 'Awa', '0708091011', 'Cocody', '1']
const sheet = [
  header,
  good,
  good,
  ['Robo petrin 5L', 'Koffi', '12', 'Plateau', '2'],
  ['Lampe', 'Ama', '0708091012', 'Bingerville', '1', 'no header over this'],
]

const check = (corrections: Correction[] = []) => {
  const checked = checkImport(sheet, { country: 'ic', products, corrections })
  if (!checked.ok) throw new Error(JSON.stringify(checked))
  return checked.value
}
const statuses = (corrections: Correction[] = []) => check(corrections).rows.map(({ status }) => status)

describe('corrections of cells', () => {
  it('are read instead of what the file says there, in their cells alone', () => {
    expect(statuses()).toEqual(['valid', 'skipped', 'invalid', 'invalid'])
    expect(statuses([{ row: 4, column: 'product', value: 'Robot pétrin 5 L' }])[2]).toBe('invalid')
    const corrected = check([
      { row: 4, column: 'product', value: 'Robot pétrin 5 L' },
      { row: 4, column: 'customerPhone', value: '07 08 09 10 13' },
      { row: 5, column: 'product', value: '#103' },
    ])
    expect(corrected.rows.map(({ status }) => status)).toEqual(['valid', 'skipped', 'valid', 'valid'])
    expect(corrected.rows[2]?.order).toMatchObject({ customerPhone: '+2250708091013', quantity: 2 })
  })

  it('make equal rows different, and different rows equal', () => {
    expect(statuses([{ row: 3, column: 'customerName', value: 'Awa Koné' }])[1]).toBe('valid')
  })

  it('add a column that the file lacks, past every cell of every row', () => {
    const corrected = check([{ row: 2, column: 'price', value: '9 000' }])
    expect(corrected.rows.map(({ order }) => order?.price)).toEqual([9_000, 15_000, undefined, undefined])
    // A value without a header is not a price.
    expect(corrected.rows[3]?.values.price).toBeNull()
    expect(corrected.headers).toEqual([...header, '', 'price'])
  })

  it('of a row that is not there are refused', () => {
    const corrections: Correction[] = [{ row: 99, column: 'product', value: 'Lampe' }]
    expect(checkImport(sheet, { country: 'ic', products, corrections })).toEqual({
      ok: false,
      code: 'VALIDATION_FAILED',
      errors: [{ path: 'corrections', code: 'NOT_FOUND' }],
    })
  })

  test.each([
    ['nothing', '', 'NOT_A_LIST'],
    ['no list', '{}', 'NOT_A_LIST'],
    ['another column', '[{"row":2,"column":"colour","value":"x"}]', 'NOT_A_CHOICE'],
    ['a number', '[{"row":2,"column":"quantity","value":2}]', 'NOT_A_CHOICE'],
    ['more', '[{"row":2,"column":"quantity","value":"2","more":1}]', 'NOT_A_CHOICE'],
    ['a broken row', '[{"row":2.5,"column":"quantity","value":"2"}]', 'NOT_A_CHOICE'],
    ['null', '[null]', 'NOT_A_CHOICE'],
    [
      'too long a text',
      JSON.stringify([{ row: 2, column: 'comment', value: 'x'.repeat(4_001) }]),
      'NOT_A_CHOICE',
    ],
    [
      'too many',
      JSON.stringify(Array(MAX_CORRECTIONS + 1).fill({ row: 2, column: 'comment', value: '' })),
      'TOO_LARGE',
    ],
  ])('that are %s are refused', (_, json, code) => {
    expect(parseCorrections(json)).toMatchObject({ ok: false, errors: [{ path: 'corrections', code }] })
  })

  it('are checked for one row as for the whole file, and appear in the report at once', () => {
    const corrections: Correction[] = [
      { row: 4, column: 'product', value: 'Robot pétrin 5 L' },
      { row: 4, column: 'customerPhone', value: '0708091013' },
      { row: 4, column: 'price', value: '9000' },
    ]
    const before = check()
    const index = indexProducts(products)
    const row = recheckRow(before, 4, { country: 'ic', products: index, corrections })
    const checkedRow = check(corrections).rows[2]
    expect(row).toMatchObject({ status: 'valid', values: checkedRow?.values, order: checkedRow?.order })
    const report = withRow(previewReport(before), row!)
    expect(report).toMatchObject({ valid: 2, invalid: 1, skipped: 1, total: 4 })
    expect(report.problems.filter((problem) => problem.row === 4)).toEqual([])
    expect(recheckRow(before, 77, { country: 'ic', products: index, corrections })).toBeNull()
  })
})

describe('a product that is nearly named', () => {
  const index = indexProducts(products)
  test.each([
    ['Robo petrin 5L', 'Robot pétrin 5 L'],
    ['ROBOT PETRIN 7 L', 'Robot pétrin 7 L'],
    ['Rbot pétirn 5 L', 'Robot pétrin 5 L'],
    ['Creme de karite', 'Crème de karité'],
    ['crème de karitee bio', null],
    ['Crème de', 'Crème de karité'],
    ['Robot pétrin', null],
    ['Robot pétrin 6 L', null],
    ['Lamp', null],
    ['Montre', null],
    ['Cr', null],
    ['', null],
  ])('%j is %j', (text, name) => {
    expect(nearProduct(index, text)).toBe(name)
  })

  test.each<[string, string, number | null, number?]>([
    ['', '', 0],
    ['abc', 'abc', 0],
    ['abc', 'acb', 1],
    ['abc', 'ab', 1],
    ['abc', 'xbc', 1],
    ['abc', 'abcd', 1],
    ['kitten', 'sitting', 3],
    ['kitten', 'sitting', null, 2],
    ['abc', 'abcdefg', null],
  ])('%j and %j are %j edits apart', (one, other, distance, most = 3) => {
    expect(editDistance(one, other, most)).toBe(distance)
    expect(editDistance(other, one, most)).toBe(distance)
  })
})

test('a product is proposed by some of its words in any order, numbers and units joined or apart', () => {
  const named = (name: string, number: number): ImportProduct => ({
    id: `0198c2f0-0000-7000-8000-00000000000${number}`,
    number,
    name,
    price: 1_000,
    owner: 'o',
    available: 5,
  })
  const index = indexProducts([
    named('Chargeur rapide 65 W', 1),
    named('Chargeur rapide 20 W', 2),
    named('Montre connectée sport', 3),
    named('Montre connectée', 4),
  ])
  expect(nearProduct(index, 'Chargeur 65W')).toBe('Chargeur rapide 65 W')
  expect(nearProduct(index, '65w chargeur')).toBe('Chargeur rapide 65 W')
  expect(nearProduct(index, 'Chargeur 20 w')).toBe('Chargeur rapide 20 W')
  expect(nearProduct(index, 'sport montre')).toBe('Montre connectée sport')
  expect(nearProduct(index, 'Chargeur 30W')).toBeNull()
  // Of two that fit alike neither is meant.
  expect(nearProduct(index, 'W chargeur')).toBeNull()
})
