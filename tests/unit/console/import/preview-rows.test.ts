import { createInstance } from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import { checkImport } from '../../../../domain/orders/import/check-import.ts'
import { previewReport } from '../../../../domain/orders/import/import-report.ts'
import common from '../../../../locales/fr/common.json' with { type: 'json' }
import errors from '../../../../locales/fr/errors.json' with { type: 'json' }
import words from '../../../../locales/fr/import.json' with { type: 'json' }
import { isOrderTable, pastedTable } from '../../../../src/features/import/offered-table.ts'
import { previewColumns } from '../../../../src/features/import/preview-columns.tsx'
import {
  canToggle,
  countDoubts,
  countDuplicates,
  countLeftOut,
  countRepeats,
  isWrong,
  markOf,
  needsLook,
  previewRows,
  reasonsAt,
  remarksOf,
  saidColumns,
  withoutEmptyStock,
} from '../../../../src/features/import/preview-rows.ts'

const i18n = createInstance()
beforeAll(() =>
  i18n.init({ lng: 'fr', ns: ['import'], resources: { fr: { common, errors, import: words } } }),
)

const header = ['Produit', 'Nom', 'Téléphone', 'Adresse', 'Qté', 'Lien']
const good = ['Montre', 'Awa', '0708091011', 'Cocody', '1', '']
const product = {
  id: '0198c2f0-0000-7000-8000-000000000001',
  number: 1,
  name: 'Montre',
  price: 1,
  available: 100,
  owner: 'o',
}

const reportOf = (...rows: string[][]) => reportWithout([], ...rows)

const reportWithout = (leftOut: number[], ...rows: string[][]) => {
  const checked = checkImport([header, ...rows], { country: 'ic', products: [product], leftOut })
  if (!checked.ok) throw new Error(checked.code)
  return previewReport(checked.value)
}

describe('the rows of a preview', () => {
  test('mark the rows that say the same, the first with those that repeat it', () => {
    const rows = previewRows(
      reportOf(good, ['Montre', 'Koffi', '0708091012', 'Plateau', '1', ''], good, good),
    )
    expect(rows.map(({ repeats }) => repeats)).toEqual([null, null, 2, 2])
    expect(rows.map(({ repeatedBy }) => repeatedBy)).toEqual([[4, 5], [], [], []])
    expect(rows.map(markOf)).toEqual(['valid', 'valid', 'repeat', 'repeat'])
    expect(countRepeats(reportOf(good, good, good))).toBe(2)
    expect(remarksOf(rows[2]!, i18n.t)).toEqual([errors.DUPLICATE_IN_FILE, 'Même contenu que la ligne 2.'])
    expect(remarksOf(rows[0]!, i18n.t)).toEqual(['Répétée plus bas : 4, 5.'])
  })

  test('mark a row with the phone and product of another, and count it among the good ones', () => {
    const report = reportOf(good, ['Montre', 'Awa K.', '07 08 09 10 11', 'Plateau', '2', ''])
    expect(previewRows(report).map(markOf)).toEqual(['valid', 'duplicate'])
    expect(report).toMatchObject({ valid: 2 })
    expect(countDuplicates(report)).toBe(1)
    expect(
      countDuplicates({ notes: [...report.notes, { ...report.notes[0]!, code: 'LIKELY_DUPLICATE' }] }),
    ).toBe(1)
  })

  test('mark a good row whose product is short of stock, and show it among the problems', () => {
    const report = reportOf(good, ['Montre', 'Koffi', '0708091012', 'Plateau', '101', ''])
    const rows = previewRows(report)
    expect(rows.map(markOf)).toEqual(['valid', 'doubt'])
    expect(rows.map(needsLook)).toEqual([false, true])
    expect(countDoubts(report)).toBe(1)
    expect(remarksOf(rows[1]!, i18n.t).join()).toContain(words.notes.STOCK_SHORT)
  })

  test('are left out one by one, also as the original of others, and marked so', () => {
    const other = ['Montre', 'Awa K.', '07 08 09 10 11', 'Plateau', '2', '']
    const report = reportWithout([2, 4], good, other, good, ['Montre', '', '12', '', '1', ''])
    const rows = previewRows(report)
    expect(rows.map(markOf)).toEqual(['leftOut', 'valid', 'leftOut', 'invalid'])
    expect(rows.map(canToggle)).toEqual([true, true, true, true])
    expect(report).toMatchObject({ valid: 1, skipped: 2, invalid: 1 })
    expect(countLeftOut(report)).toBe(2)
    expect(previewRows(reportOf(good, good)).map(canToggle)).toEqual([true, false])
  })

  test('have no cell to correct where they are skipped', () => {
    const [row] = previewRows(reportOf(good))
    const problem = { row: 2, column: 'externalRef', code: 'ALREADY_IMPORTED' } as const
    const there = { ...row!, status: 'skipped' as const, problems: [problem] }
    expect(isWrong(there, 'externalRef')).toBe(false)
    expect(isWrong({ ...there, status: 'invalid' }, 'externalRef')).toBe(true)
    expect(remarksOf(there, i18n.t).join()).toContain(errors.ALREADY_IMPORTED)
  })

  test('are pasted as cells with their headings, not as a single value', () => {
    const text = [header, good].map((cells) => cells.join('\t')).join('\r\n')
    expect(isOrderTable(text)).toBe(true)
    expect(isOrderTable(header.join('\t'))).toBe(false)
    expect(isOrderTable('15026\n15027')).toBe(false)
    expect(pastedTable('0708091011', 'Collé')).toBeUndefined()
    expect(pastedTable(text, 'Collé')?.name).toBe('Collé.tsv')
  })

  test('have their reasons at their cells', () => {
    const [row] = previewRows(reportOf(['Fantôme', 'Awa', 'demander', 'Cocody', 'deux', '']))
    expect(reasonsAt(row!, 'product', i18n.t)).toEqual([errors.PRODUCT_NOT_FOUND])
    expect(reasonsAt(row!, 'customerPhone', i18n.t)).toEqual([errors.INVALID_PHONE])
    expect(reasonsAt(row!, 'customerName', i18n.t)).toEqual([])
    expect(['product', 'customerName', 'quantity'].map((name) => isWrong(row!, name))).toEqual([
      true,
      false,
      true,
    ])
  })

  test('show a column that is not always shown where something is said in it', () => {
    const columns = (...rows: string[][]) =>
      previewColumns(saidColumns(reportOf(...rows))).map(({ id }) => id)
    expect(columns(good)).not.toContain('sourceLink')
    expect(columns(good, [...good.slice(0, 5), 'not a link'])).toContain('sourceLink')
  })
})

test('the stock of a product that has none is no doubt of each row, a short one is', () => {
  const gone = { ...product, id: product.id.replace(/1$/, '2'), number: 2, name: 'Lampe', available: 0 }
  const rows = [
    good,
    ['Lampe', 'Koffi', '0708091012', 'Plateau', '1', ''],
    ['Montre', 'Aya', '0708091013', 'Plateau', '999', ''],
  ]
  const checked = checkImport([header, ...rows], { country: 'ic', products: [product, gone] })
  if (!checked.ok) throw new Error(checked.code)
  const report = previewReport(checked.value)
  expect(previewRows(report).map(needsLook)).toEqual([false, true, true])
  const quiet = withoutEmptyStock(report, [gone])
  expect(previewRows(quiet).map(needsLook)).toEqual([false, false, true])
  expect(countDoubts(quiet)).toBe(1)
})
