import { createInstance } from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import { checkImport } from '../../../../domain/orders/import/check-import.ts'
import { previewReport } from '../../../../domain/orders/import/import-report.ts'
import common from '../../../../locales/fr/common.json' with { type: 'json' }
import errors from '../../../../locales/fr/errors.json' with { type: 'json' }
import words from '../../../../locales/fr/import.json' with { type: 'json' }
import { previewColumns } from '../../../../src/features/import/preview-columns.tsx'
import {
  countRepeats,
  isWrong,
  markOf,
  previewRows,
  reasonsAt,
  remarksOf,
  saidColumns,
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
  owner: 'o',
}

const reportOf = (...rows: string[][]) => {
  const checked = checkImport([header, ...rows], { country: 'ic', products: [product] })
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
