import { describe, expect, it } from 'vitest'
import {
  bestKeyColumn,
  columnKeys,
  hintOf,
  keyColumns,
  probeKeys,
  readTable,
} from '../../../domain/search/pasted-table.ts'

/** Keys selected from a pasted table, given the existing records. */
const keysOf = (text: string, names: readonly string[], country: 'ic' | 'fr' | 'tn' = 'ic') => {
  const table = readTable(text, country)
  if (table === null) return null
  const known = new Set(names)
  return columnKeys(
    table,
    bestKeyColumn(table, country, (key) => known.has(key)),
  )
}

describe('a pasted table', () => {
  it.each([
    ['tabs', '15050\tYao\t15 000\n15049\tŒdipe\t15075'],
    ['semicolons', '15050;Yao;15 000\n15049;Œdipe;15075'],
    ['commas', '15050,Yao,15000\n15049,Œdipe,15075'],
    ['bars', '15050 | Yao | 15 000\n15049 | Œdipe | 15075'],
    ['several spaces', '15050   Yao   15 000\n15049   Œdipe   15075'],
    ['nothing but words', '15050 Yao 15 000\n15049 Œdipe 15075'],
    ['a header', 'N°\tClient\tMontant\n15050\tYao\t15 000\n15049\tŒdipe\t15075'],
    ['an unknown header', 'Zig\tZag\tZug\n15050\tYao\t15 000\n15049\tŒdipe\t15075'],
  ])('parted by %s has its keys in one column, whatever its amounts name', (_, text) => {
    expect(keysOf(text, ['15050', '15049', '15075', '15000'])).toEqual(['15050', '15049'])
    // One order is missing, and both amounts equal other orders' numbers.
    expect(keysOf(text, ['15049', '15075', '15 000'])).toEqual(['15050', '15049'])
  })

  it('is read without marks that nobody sees', () => {
    expect(
      keysOf('\u202a15050\u202c\tYao\t15\u202f000\n15049\u200b\tŒdipe\t15075', ['15050', '15075']),
    ).toEqual(['15050', '15049'])
  })

  it('is read by the column that is found, not by its place', () => {
    const text = '1\tAwa\tCMD-7\t12/11/2026\t9 500 F\n2\tZoé\tCMD-8\t12/11/2026\t9 500 F'
    expect(keysOf(text, ['CMD-7', 'CMD-8'])).toEqual(['CMD-7', 'CMD-8'])
    const carriers = 'Référence\tCommande\tPrix\nX-1\t15050\t100\nX-2\t15049\t75'
    expect(keysOf(carriers, ['15050', '15049', '100'])).toEqual(['15050', '15049'])
    expect(keysOf('Awa\t07 08 09 10 11\t15000\nZoé\t07 08 09 10 12\t15050', ['07 08 09 10 11'])).toEqual([
      '07 08 09 10 11',
      '07 08 09 10 12',
    ])
  })

  it('is never read by what is headed as amounts, dates or quantities', () => {
    const text = 'Qté;Montant;Commande\n2;15050;15001\n3;15049;15002'
    expect(keysOf(text, ['2', '3', '15050', '15049'])).toEqual(['15001', '15002'])
  })

  it('asks for the keys of few columns and rows', () => {
    const row = Array.from({ length: 30 }, (_, at) => `${at}7001`).join('\t')
    const table = readTable(Array.from({ length: 5_000 }, (_, at) => `${at}\t${row}`).join('\n'), 'ic')
    expect(probeKeys(table!, 'ic').length).toBeLessThanOrEqual(1_600)
    expect(keyColumns(table!, 'ic').length).toBe(31)
  })

  it.each([
    ['one a line', '15050\n15049'],
    ['one line', '15050, 15049; 15048'],
    ['a row of numbers', '15050\t15049\t15048'],
    ['a mixture', 'n° 15050\n15049; 15048\t15047, 0708091011\nXYZ-404, 15046'],
    ['a telephone', '07 08 09 10 11\n07 08 09 10 12'],
    ['signs', 'n° 15050\nn° 15049'],
  ])('is no list of keys: %s', (_, text) => {
    expect(readTable(text, 'ic')).toBeNull()
  })

  it.each([
    ['N°', 'key'],
    ['Nr.', 'key'],
    ['N.º', 'key'],
    ['№', 'key'],
    ['Tracking number', 'key'],
    ['Номер заказа', 'key'],
    ['Montant (FCFA)', 'amount'],
    ['Betrag', 'amount'],
    ['Cobrado', 'collected'],
    ['Statut', 'status'],
    ['Esito', 'status'],
    ['Quantité', 'other'],
    ['Date', 'other'],
    ['Gebuehr', 'other'],
    ['EMPFÄNGER', 'other'],
    ['Zorglub', null],
  ] as const)('has a column %s for %s', (header, hint) => {
    expect(hintOf(header)).toBe(hint)
  })
})
