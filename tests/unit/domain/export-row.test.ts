import { describe, expect, it } from 'vitest'
import { exportRow } from '../../../domain/exports/export-row.ts'
import type { Shapes } from '../../../domain/lib/shape.ts'
import { resourceNames, resources } from '../../../domain/resources.ts'

/** Fields omitted from spreadsheets besides ids and version. */
const leftOut: Partial<Record<string, string[]>> = {
  orders: ['productAvailable', 'productImage'],
  shippings: ['productImage'],
  invoices: ['terms'],
  packages: ['country'],
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
    expeditionFees: 0,
    otherFees: 0,
    totalWithFees: -11.345,
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
    amount(-11.345),
    'TND',
    null,
    'country tn',
    instant('2026-11-21T10:00:00.000Z'),
    instant('2026-11-21T10:00:00.000Z'),
  ])
})
