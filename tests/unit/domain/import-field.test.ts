import { describe, expect, it } from 'vitest'
import { checkImport } from '../../../domain/orders/import/check-import.ts'
import { chooseSheet } from '../../../domain/orders/import/read-sheet.ts'
import { readWorkbook } from '../../../server/spreadsheets/read-workbook.ts'
import { fieldSpreadsheet } from '../../support/spreadsheets/field-spreadsheet.ts'

const owner = '0198c2f0-0000-7000-8000-000000000009'
const products = ['Montre Élégance', 'Crème de karité', 'Casque Bluetooth', 'Cœur de pommier'].map(
  (name, at) => ({
    id: `0198c2f0-0000-7000-8000-00000000000${at}`,
    number: 101 + at,
    name,
    price: 5000,
    owner,
  }),
)

const check = async (bytes: Buffer) => {
  const sheets = await readWorkbook(bytes)
  if (!sheets.ok) throw new Error(sheets.code)
  const checked = checkImport(chooseSheet(sheets.value).cells, { country: 'ic', products })
  if (!checked.ok) throw new Error(checked.code)
  return checked.value
}

describe('a spreadsheet as it comes from the field', () => {
  it.each([1, 2, 3, 4, 5, 6])('is read as a person would read it (%i)', async (seed) => {
    const { bytes, expected } = fieldSpreadsheet({ rows: 2000, seed, products })
    const checked = await check(bytes)
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
    expect(checked.notes.map(({ code }) => code)).toEqual(
      Array.from({ length: expected.repairedPhones }, () => 'PHONE_REPAIRED'),
    )
    for (const { row, order } of checked.rows) {
      if (order === null) expect(expected.orders.has(row)).toBe(false)
      else expect({ row, order }).toMatchObject({ row, order: expected.orders.get(row)! })
    }
  })

  it('is the same at every call with the same seed', () => {
    const once = fieldSpreadsheet({ rows: 50, seed: 7, products })
    expect(fieldSpreadsheet({ rows: 50, seed: 7, products }).expected).toEqual(once.expected)
  })
})
