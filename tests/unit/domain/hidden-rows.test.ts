import { describe, expect, it } from 'vitest'
import { checkImport } from '../../../domain/orders/import/check-import.ts'
import { hiddenColumns, hiddenRows, worksheetPart } from '../../../domain/orders/import/hidden-rows.ts'
import { widestImport } from '../../../domain/orders/import/import-columns.ts'

const header = ['Produit', 'Nom', 'Téléphone', 'Adresse', 'Qté']
const row = ['Montre', 'Awa', '0708091011', 'Cocody', '1']
const products = [
  {
    id: '0198c2f0-0000-7000-8000-000000000001',
    number: 105,
    name: 'Montre',
    price: 1,
    owner: 'o',
    available: 100,
  },
]

describe('rows that a sheet hides', () => {
  it('are found by their attribute, whatever stands beside it', () => {
    const xml =
      '<sheetData><row r="1"/><row r="2" hidden="1"><c r="A2"/></row><x:row hidden="true" r=\'4\'></x:row>' +
      '<row hidden="1"/><row r="9" hidden="0" ht="12"/><rows hidden="1"/></sheetData>'
    expect(hiddenRows(xml)).toEqual([2, 4, 5])
    expect(hiddenRows('<row '.repeat(100_000))).toEqual([])
  })

  it('are beside columns that it hides, in ranges or one by one', () => {
    const xml =
      '<cols><col min="1" max="2" width="9"/><col min="3" max="4" hidden="1"/><x:col hidden="true" min="6" /></cols>' +
      '<sheetData><col min="9" max="9" hidden="1"/></sheetData>'
    expect(hiddenColumns(xml)).toEqual([2, 3, 5])
    expect(hiddenColumns('<col min="1" max="999999999" hidden="1"/>')).toHaveLength(widestImport)
    expect(hiddenColumns('<col '.repeat(100_000))).toEqual([])
  })

  it('are those of the worksheet that the workbook names', () => {
    const relations =
      '<Relationships><Relationship Target="/xl/worksheets/b.xml" Id="rId2"/><Relationship Id="rId1" Target="worksheets/a.xml"/></Relationships>'
    expect(['rId1', 'rId2', 'rId3'].map((id) => worksheetPart(relations, id))).toEqual([
      'xl/worksheets/a.xml',
      'xl/worksheets/b.xml',
      null,
    ])
  })

  it('are left out and counted, unless they are asked for, and no row repeats one', () => {
    const cells = [header, row, row, ['Montre', 'Zoé', '0708091012', 'Cocody', '1']]
    const statuses = (hiddenRows?: 'skip' | 'import') => {
      const checked = checkImport(
        cells,
        { country: 'ic', products, hiddenRows },
        { hidden: { rows: [2, 4, 99], columns: [] }, otherSheets: [] },
      )
      if (!checked.ok) throw new Error(checked.code)
      const { rows, problems, hiddenRows: count } = checked.value
      return { count, statuses: rows.map(({ status }) => status), codes: problems.map(({ code }) => code) }
    }
    const skipped = {
      count: 2,
      statuses: ['skipped', 'valid', 'skipped'],
      codes: ['ROW_HIDDEN', 'ROW_HIDDEN'],
    }
    expect(statuses()).toEqual(skipped)
    expect(statuses('skip')).toEqual(skipped)
    expect(statuses('import')).toEqual({
      count: 2,
      statuses: ['valid', 'skipped', 'valid'],
      codes: ['DUPLICATE_IN_FILE'],
    })
  })
})

describe('columns that a sheet hides', () => {
  const named = (headers: string[], columns: number[]) => {
    const cells = [headers, headers.map((_, at) => row[at] ?? '7')]
    const surroundings = { hidden: { rows: [], columns }, otherSheets: [] }
    const checked = checkImport(cells, { country: 'ic', products }, surroundings)
    if (!checked.ok) throw new Error(checked.code)
    const { hiddenColumns, ignoredColumns } = checked.value
    return { hiddenColumns, ignoredColumns }
  }

  it('are named where they are read; others are only named as not read', () => {
    expect(named([...header, 'Marge', 'Quantité', '', 'Réf'], [3, 5, 6, 7, 8, 40])).toEqual({
      hiddenColumns: ['Adresse', 'Réf'],
      ignoredColumns: ['Marge', 'Quantité'],
    })
  })

  it('are named with the number of the order in a download of ours', () => {
    const [, ...others] =
      'No., Created, Status, Total, Currency, Status since, Calls, Call back, Likely duplicate, Shipping status, Delivery guy, Seller, Country, Updated'.split(
        ', ',
      )
    const headers = ['Product', 'Customer', 'Phone', 'Address', 'Quantity', ...others, 'No.']
    expect(named(headers, [0, 5, headers.length - 1])).toEqual({
      hiddenColumns: ['Product', 'No.'],
      ignoredColumns: others,
    })
  })
})
