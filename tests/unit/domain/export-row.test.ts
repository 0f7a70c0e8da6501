import { describe, expect, it } from 'vitest'
import { languageCodes } from '../../../domain/core/languages.ts'
import { exportRow } from '../../../domain/exports/export-row.ts'
import type { Shapes } from '../../../domain/lib/shape.ts'
import { importColumnNames, importColumnOf } from '../../../domain/orders/import/import-columns.ts'
import { type ExportedColumn, exportedColumns } from '../../../domain/orders/import/own-exports.ts'
import { readSheet } from '../../../domain/orders/import/read-sheet.ts'
import { resourceNames, resources } from '../../../domain/resources.ts'
import { exportTexts } from '../../../server/modules/exports/write-export.ts'
import { importTexts } from '../../../server/spreadsheets/order-template.ts'

/** Fields omitted from spreadsheets besides ids and version. */
const leftOut: Partial<Record<string, string[]>> = {
  orders: ['basket', 'calledAt', 'productAvailable', 'productImage'],
  shippings: ['productImage'],
  invoices: ['terms'],
  packages: ['country'],
  sources: ['address', 'askFailure', 'askedAt', 'shopUrl'],
  intake: ['orders', 'unmapped'],
  webhooks: ['country', 'events'],
  deliveries: ['country'],
  'call-policies': ['weekdaysOff'],
  keys: ['verbs'],
  zones: ['cities'],
  tariffs: ['name'],
  advertising: ['name'],
}

describe.each(resourceNames)('the columns of %s', (resource) => {
  it('are every field that people read, once', () => {
    const shapes: Shapes = resources[resource].shapes
    const readable = Object.keys(shapes).filter((name) => shapes[name]!.kind !== 'id')
    const columns = resources[resource].exported.filter((column) => column !== 'currency')
    expect([...columns, 'version', ...(leftOut[resource] ?? [])].sort()).toEqual(readable.sort())
  })

  it('name the currency once where there are amounts, behind the last of them', () => {
    const shapes: Shapes = resources[resource].shapes
    const amounts = resources[resource].exported.map((column) => shapes[column]?.kind === 'money')
    const expected = amounts.includes(true) ? [amounts.lastIndexOf(true) + 1] : []
    const places = resources[resource].exported.flatMap((column, at) => (column === 'currency' ? [at] : []))
    expect(places).toEqual(expected)
  })
})

it('a row has amounts, days, instants and phones in the format of the record’s country, and choices in words', () => {
  const invoice = {
    country: 'tn' as const,
    code: 'INV-TN-2026-00001',
    number: 7,
    week: '2026-W47',
    ownerName: '=cmd()',
    status: 'UN_PAID',
    dueAt: '2026-11-28T23:30:00.000Z',
    paidAt: null,
    totalShipments: 3,
    totalWithoutFees: 12.345,
    shippingFees: 1,
    upsellFees: 0,
    cashFees: 0,
    expeditionFees: 0,
    otherFees: 0,
    totalWithFees: -11.345,
    paidAmount: 0,
    remaining: -11.345,
    notes: null,
    createdAt: '2026-11-21T10:00:00.000Z',
    updatedAt: '2026-11-21T10:00:00.000Z',
  }
  const amount = (value: number) => ({ amount: value, decimals: 3 })
  const instant = (value: string) => ({ instant: value, timeZone: 'Africa/Tunis' })
  expect(exportRow('invoices', invoice, (field, value) => `${field} ${value}`)).toEqual([
    'INV-TN-2026-00001',
    7,
    '2026-W47',
    '=cmd()',
    'status UN_PAID',
    instant('2026-11-28T23:30:00.000Z'),
    null,
    3,
    amount(12.345),
    amount(1),
    amount(0),
    amount(0),
    amount(0),
    amount(0),
    amount(-11.345),
    amount(0),
    amount(-11.345),
    'TND',
    null,
    'country tn',
    instant('2026-11-21T10:00:00.000Z'),
    instant('2026-11-21T10:00:00.000Z'),
  ])
})

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

describe.each(languageCodes)('spreadsheets in %s', (language) => {
  it.each(resourceNames)(
    'of %s have a title, a header of its own for each column, and a word for each choice',
    (resource) => {
      const { title, headers, words } = exportTexts(resource, language)
      const columns: readonly string[] = resources[resource].exported
      const shapes: Shapes = resources[resource].shapes
      expect(title).not.toBe(resource)
      expect(headers.filter((header) => columns.includes(header))).toEqual([])
      expect(new Set(headers).size).toBe(columns.length)
      const choices = columns.flatMap((column) => {
        const shape = shapes[column]
        if (shape?.kind === 'flag') return ['true', 'false'].map((value) => [column, value] as const)
        return shape?.kind === 'choice' ? shape.values.map((value) => [column, value] as const) : []
      })
      expect(choices.filter(([column, value]) => words(column, value) === value)).toEqual([])
    },
  )
})
