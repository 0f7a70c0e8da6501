import { describe, expect, test } from 'vitest'
import { calculation } from '../../../../src/palette/results/calculation.ts'
import { readInput } from '../../../../src/palette/results/read-input.ts'
import { consoleView } from './console-view.ts'
import { contextWith } from './palette-context.ts'

const rows = (
  query: string,
  changes: Parameters<typeof consoleView>[1] = {},
  country: 'ic' | 'fr' | 'tn' | 'lib' = 'ic',
) => {
  const sum = calculation(readInput(query), consoleView(contextWith({ country }), changes))
  return sum && { message: sum.message, rows: sum.items.map(({ title, act }) => [plain(title), copied(act)]) }
}

/** Replaces Intl's special spaces. */
const plain = (text: string) => text.replace(/\s/g, ' ')
const copied = (act: { kind: string; text?: string }) => (act.kind === 'copy' ? plain(act.text ?? '') : null)

describe('a sum in the palette', () => {
  test('is shown as a number and as money of the country; the copied text can be pasted as a number', () => {
    expect(rows('= 12500*3 + 2%')).toEqual({
      message: null,
      rows: [
        ['38 250', '38250'],
        ['38 250 F CFA', '38 250 F CFA'],
      ],
    })
    expect(rows('=1/3', {}, 'fr')?.rows).toEqual([
      ['0,333333', '0,333333'],
      ['0,33 €', '0,33 €'],
    ])
    expect(rows('=1.5*2', { language: 'en' }, 'tn')?.rows).toEqual([
      ['3', '3'],
      ['TND 3.000', 'TND 3.000'],
    ])
  })

  test('needs no sign where it can be nothing else', () => {
    expect(rows('3*4500')?.rows[0]).toEqual(['13 500', '13500'])
    expect(rows('07 08 09 10 11')).toBeNull()
    expect(rows('10423')).toBeNull()
    expect(rows('3*')).toBeNull()
  })

  test.each(['tva 18% de 50000', '18 % de TVA sur 50 000', '18% VAT of 50000', 'IVA del 18% su 50000'])(
    'of a tax, as in %j, also gives the total',
    (typed) => {
      expect(rows(typed)?.rows).toEqual([
        ['9 000', '9000'],
        ['9 000 F CFA', '9 000 F CFA'],
        ['59 000 F CFA', '59000'],
      ])
      expect(rows('18% de 50000')?.rows).toHaveLength(2)
      expect(rows('50000 + tva 18%')?.rows[0]).toEqual(['59 000', '59000'])
    },
  )

  test.each([
    'TVA sur 12000',
    'la TVA sur 12 000',
    'VAT on 12000',
    'MwSt auf 12000',
    'IVA su 12000',
    'IVA sobre 12000',
    'НДС с 12000',
  ])('of a tax without its rate, as in %j, takes the standard rate of the country', (typed) => {
    expect(rows(typed)?.rows).toEqual([
      ['2 160', '2160'],
      ['2 160 F CFA', '2 160 F CFA'],
      ['14 160 F CFA', '14160'],
    ])
    expect(rows(typed, {}, 'tn')?.rows[0]).toEqual(['2 280', '2280'])
    expect(rows(typed, {}, 'lib')).toBeNull()
  })

  test('of a tax without its rate shows the rate that was taken', () => {
    const of = (query: string) => calculation(readInput(query), consoleView(contextWith({ country: 'fr' })))
    expect(plain(of('TVA sur 12000')?.items[0]?.detail ?? '')).toBe('20 % × 12000')
    expect(of('НДС 18% с 50000')?.items[0]?.detail).toBe('НДС 18% с 50000')
    expect(of('TVA sur la commande 12000')).toBeNull()
  })

  test('says what is wrong with it', () => {
    expect(rows('= 5/0')).toEqual({ message: 'Division par zéro : il n’y a pas de résultat', rows: [] })
    expect(rows('= 5 +')).toEqual({ message: 'Écrivez un calcul : 12500*3 + 2%', rows: [] })
  })
})
