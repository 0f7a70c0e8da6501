import { describe, expect, it } from 'vitest'
import { languageCodes } from '../../../domain/core/languages.ts'
import { importColumnNames, importColumnOf } from '../../../domain/orders/import/import-columns.ts'
import { type ExportedColumn, exportedColumns } from '../../../domain/orders/import/own-exports.ts'
import { readSheet } from '../../../domain/orders/import/read-sheet.ts'
import { resources } from '../../../domain/resources.ts'
import { exportTexts } from '../../../server/modules/exports/write-export.ts'
import { importTexts } from '../../../server/spreadsheets/order-template.ts'

/** Meaning of exported columns for an import; others are ignored. */
const meanings: Record<string, ExportedColumn> = {
  productName: 'product',
  ...Object.fromEntries(importColumnNames.map((column) => [column, column])),
}

describe.each(languageCodes)('the spreadsheets that we write in %s', (language) => {
  it.each([
    ['orders', 'number'],
    ['shippings', 'orderNumber'],
  ] as const)('of %s are recognised by their headers, each of which is known', (resource, number) => {
    const { headers } = exportTexts(resource, language)
    const columns: readonly string[] = resources[resource].exported
    const expected = columns.map((column) => (column === number ? 'orderNumber' : (meanings[column] ?? null)))
    expect(exportedColumns(headers)).toEqual(expected)
    expect(exportedColumns([...headers, 'x'].toReversed())).toEqual([null, ...expected.toReversed()])
    const sheet = readSheet([headers, headers.map(() => '1')])
    expect(sheet?.columns).toEqual(
      Object.fromEntries(
        expected.flatMap((column, at) => (column === null || column === 'orderNumber' ? [] : [[column, at]])),
      ),
    )
    expect(sheet?.ignored).toEqual(headers.filter((_, at) => expected[at] === null))
    expect(sheet?.problems).toEqual([])
  })

  it('have headers that an import reads beside others too', () => {
    const { headers } = exportTexts('orders', language)
    const read = resources.orders.exported.flatMap((column, at) =>
      meanings[column] === undefined ? [] : [[importColumnOf(headers[at]!), meanings[column]]],
    )
    expect(read.filter(([is, wanted]) => is !== wanted)).toEqual([])
  })

  it('as a template and as rows to correct are read as they were', () => {
    const { columns, workbook } = importTexts(language)
    const headers = importColumnNames.map((column) => `${columns[column]} *`)
    expect(headers.map(importColumnOf)).toEqual(importColumnNames)
    const failed = readSheet([[...headers, workbook.why], headers])
    expect(Object.keys(failed?.columns ?? {})).toEqual(importColumnNames)
    expect(failed?.ignored).toEqual([workbook.why])
    const { headers: exported } = exportTexts('orders', language)
    expect(exportedColumns([...exported, workbook.why])?.at(-1)).toBeNull()
  })
})

it('other sheets are not taken for ours', () => {
  expect(
    exportedColumns(['N°', 'Client', 'Téléphone', 'Adresse', 'Produit', 'Quantité', 'Statut', 'Total']),
  ).toBeNull()
})
