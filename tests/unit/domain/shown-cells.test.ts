import { describe, expect, it } from 'vitest'
import { read, utils, write } from 'xlsx'
import { checkImport } from '../../../domain/orders/import/check-import.ts'
import { workbookTables } from '../../../domain/orders/import/read-sheet.ts'

const header = ['Produit', 'Nom', 'Téléphone', 'Adresse', 'Qté', 'Prix', 'Commentaire', 'Réf']
const products = [
  {
    id: '0198c2f0-0000-7000-8000-000000000001',
    number: 105,
    name: 'Montre',
    price: 500,
    owner: 'o',
    available: 100,
  },
]
type Cell = string | [value: number, format: string]

/** A workbook's row as parsed by both readers. */
const valuesOf = (
  cells: Partial<Record<'product' | 'phone' | 'quantity' | 'price' | 'comment' | 'ref', Cell>>,
  date1904 = false,
) => {
  const {
    product = 'Montre',
    phone = '0708091011',
    quantity = '1',
    price = '500',
    comment = '',
    ref = '',
  } = cells
  const row = [product, 'Awa', phone, 'Cocody', quantity, price, comment, ref]
  const sheet = utils.aoa_to_sheet([
    header,
    row.map((cell) => (typeof cell === 'string' ? cell : { t: 'n', v: cell[0], z: cell[1] })),
  ])
  const book = utils.book_new()
  utils.book_append_sheet(book, sheet, 'x')
  book.Workbook = { WBProps: { date1904 } }
  const bytes = write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer
  const opened = read(bytes, { dense: true, cellFormula: false, cellHTML: false, cellNF: true })
  const [table] = workbookTables(opened, () => null)
  const checked = checkImport(table!.cells, { country: 'ic', products })
  if (!checked.ok) throw new Error(checked.code)
  return checked.value.rows[0]!
}

describe('a cell of an import', () => {
  it.each<[Cell, string]>([
    [[42, '00000'], '00042'],
    [[42, '"CMD-"0000'], 'CMD-0042'],
    [[7080, '00-00-00'], '00-70-80'],
    [[0.604166666666667, 'h:mm'], '14:30'],
    [[0.604166666666667, 'hh:mm:ss'], '14:30:00'],
    [[1.5, '[h]:mm'], '36:00'],
    [[0.15, '0%'], '15%'],
    [[45_973, 'dd/mm/yyyy'], '12/11/2025'],
    [[45_973, 'm/d/yy'], '12/11/2025'],
    [[45_973.604166666664, 'm/d/yy h:mm'], '12/11/2025 14:30'],
    [[46_340, '[$-40C]d\\ mmm\\ yyyy;@'], '14 nov. 2026'],
    [[46_340, '[$-fr-FR]dddd d mmmm yyyy'], 'samedi 14 novembre 2026'],
    [[46_366, '[$-407]d\\. mmmm yyyy'], '10. Dezember 2026'],
    [[46_366, '[$-C07]dddd, d\\. mmmm yyyy'], 'Donnerstag, 10. Dezember 2026'],
    // The library cannot write an unquoted dot.
    [[46_340, 'd. mmmm yyyy'], '14/11/2026'],
    [[0.604166666666667, 'h.mm'], '14:30'],
    [[46_340.604166666664, 'd. mmmm yyyy h:mm'], '14/11/2026 14:30'],
    [[46_366, '[$-410]d mmmm yyyy'], '10 dicembre 2026'],
    [[46_366, '[$-2C0A]d mmmm yyyy'], '10 diciembre 2026'],
    [[46_366, '[$-419]d mmmm yyyy'], '10 декабря 2026'],
    [[46_340, '[$-409]d mmm yyyy'], '14 Nov 2026'],
    [[46_340, 'd mmm yyyy'], '14 Nov 2026'],
    [[46_340.5, '[$-1010410]ddd d mmm h:mm'], 'sab 14 nov 12:00'],
    [[12.5, '0.00'], '12.50'],
    [[1_234_567_890_123, 'General'], '1234567890123'],
    [[1_234_567_890_123, '0.00E+00'], '1234567890123'],
    [[15_050, '#,##0'], '15050'],
    [[15_050, `0${'"x"'.repeat(200)}`], '15050'],
  ])('is read as it is shown in a column of text: %j', (cell, text) => {
    expect(valuesOf({ ref: cell, comment: cell }).values).toMatchObject({ externalRef: text, comment: text })
  })

  it.each<[Cell, string]>([
    [[44_895, '[$-40C]d mmm yyyy'], '1 déc. 2026'],
    [[44_895, '[$-407]dddd, d\\. mmmm yyyy'], 'Dienstag, 1. Dezember 2026'],
    [[44_878, 'd. mmmm yyyy'], '14/11/2026'],
    [[44_878.604166666664, 'd. mmmm yyyy h:mm'], '14/11/2026 14:30'],
    [[44_878, 'm/d/yy'], '14/11/2026'],
    [[44_878.604166666664, 'm/d/yy h:mm'], '14/11/2026 14:30'],
    [[44_878, 'd mmm yyyy'], '14 Nov 2026'],
    [[0, 'm/d/yy'], '01/01/1904'],
    [[0.604166666666667, 'h.mm'], '14:30'],
    [[1.5, '[h]:mm'], '36:00'],
    [[42, '00000'], '00042'],
  ])('of a workbook with the calendar of 1904 is read as it is shown: %j', (cell, text) => {
    expect(valuesOf({ ref: cell, comment: cell }, true).values).toMatchObject({
      externalRef: text,
      comment: text,
    })
  })

  it('is read by its value where it is a number', () => {
    expect(valuesOf({ quantity: [2, '000'], price: [15_050, '#,##0 "F"'] }).order).toMatchObject({
      quantity: 2,
      price: 15_050,
    })
    expect(valuesOf({ quantity: [2, 'h:mm'] }).problems).toMatchObject([
      { column: 'quantity', code: 'NOT_A_NUMBER' },
    ])
  })

  it('names a product and a telephone by what is shown, without a repair', () => {
    const { order, notes } = valuesOf({ product: [105, '00000'], phone: [708_091_011, '00 00 00 00 00'] })
    expect(order).toMatchObject({ product: products[0]!.id, customerPhone: '+2250708091011' })
    expect(notes).toEqual([])
  })
})
