import { describe, expect, it } from 'vitest'
import { groupSheet, readSheet, resolveSheet } from '../../../domain/carrier-sheet/carrier-sheet.ts'
import { readSheetStatus, sheetWords } from '../../../domain/carrier-sheet/sheet-words.ts'
import { languageCodes } from '../../../domain/core/languages.ts'
import { shippingStatuses } from '../../../domain/fulfillment/shipping-status.ts'

const namesOf = async (language: string) =>
  (await import(`../../../locales/${language}/shippings.json`, { with: { type: 'json' } })).default as {
    status: Record<string, string>
    returnedDamaged: string
  }

describe('the words of a carrier', () => {
  it.each(languageCodes)('include every name that the console has in %s, in any case', async (language) => {
    const { status, returnedDamaged } = await namesOf(language)
    for (const name of shippingStatuses)
      for (const word of [status[name]!, status[name]!.toUpperCase(), ` ${status[name]!.normalize('NFD')}. `])
        expect(readSheetStatus(word), word).toEqual({ status: name, condition: null })
    expect(readSheetStatus(returnedDamaged)).toEqual({ status: 'RETURNED', condition: 'damaged' })
  })

  it('include the enumeration, accents or not', () => {
    expect(readSheetStatus('OUT_FOR_DELIVERY')?.status).toBe('OUT_FOR_DELIVERY')
    expect(readSheetStatus('livre')?.status).toBe('DELIVERED')
    expect(readSheetStatus('entregado')?.status).toBe('DELIVERED')
    expect(readSheetStatus('14992')).toBeNull()
    expect(readSheetStatus('x'.repeat(100_000))).toBeNull()
  })

  it('mean one status each', () => {
    const words = sheetWords.map(([word]) => word)
    expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([])
  })
})

const said = (text: string, country: 'ic' | 'tn' = 'ic') =>
  readSheet(text, country)?.lines.map(({ key, status, condition, collected }) => [
    key,
    condition === 'damaged' ? 'damaged' : status,
    collected,
  ])

describe('a carrier’s sheet', () => {
  it.each([
    ['14992\tLivré\t12 500', ['14992', 'DELIVERED', 12_500]],
    ['14992;livrée;12.500,000', ['14992', 'DELIVERED', 12_500]],
    ['14992,Delivered,12,5', ['14992', 'DELIVERED', 12.5]],
    ['14992   zugestellt   12 500', ['14992', 'DELIVERED', 12_500]],
    ['"CMD-77";"Retournée, endommagée";""', ['CMD-77', 'damaged', null]],
    ['CMD-77,Returned, damaged', ['CMD-77', 'damaged', null]],
    ['07 08 09 10 11  Отказ', ['07 08 09 10 11', 'REFUSED', null]],
    ['n° 14992 | Irraggiungibile | rappeler', ['n° 14992', 'NOT_REACHABLE', null]],
    ['14992, livré,  12 500', ['14992', 'DELIVERED', 12_500]],
  ])('reads %j', (text, line) => {
    expect(said(text)).toEqual([line])
  })

  it('reads amounts as they are written in the country', () => {
    expect(said('1;livré;12,500', 'tn')).toEqual([['1', 'DELIVERED', 12.5]])
    expect(said('1;livré;12,500', 'ic')).toEqual([['1', 'DELIVERED', 12_500]])
  })

  it('skips a header and blank lines, and names the lines that it cannot read', () => {
    const sheet = readSheet(
      'Colis;Statut;Montant\r\n\r\n1;livré;x\r\n2;au dépôt\r\n;livré\r\n3;refusé;5\r\n',
      'ic',
    )
    expect(sheet?.lines).toEqual([
      { line: 6, text: '3;refusé;5', key: '3', status: 'REFUSED', condition: null, collected: null },
    ])
    expect(sheet?.unreadable.map(({ line, what, word }) => [line, what, word])).toEqual([
      [3, 'amount', 'x'],
      [4, 'status', 'au dépôt'],
      [5, 'key', ''],
    ])
  })

  it.each(['14992\n14993', '14992, 14993; 14994', 'livré', 'Colis;Statut', '', '07 08 09 10 11'])(
    'is not %j',
    (text) => {
      expect(readSheet(text, 'ic')).toBeNull()
    },
  )
})

describe('the parcels of a sheet', () => {
  const sheet = readSheet(
    '1;livré;500\n#1;livré\n2;livré\n2b;refusé\n3;refusé\n4;perdu\n5;abîmé\n6;livré;1\n6;livré;2',
    'ic',
  )!
  const resolved = resolveSheet(sheet, {
    found: [
      { key: '1', id: 'a', isListed: true },
      { key: '#1', id: 'a', isListed: true },
      { key: '2', id: 'b', isListed: true },
      { key: '2b', id: 'b', isListed: true },
      { key: '5', id: 'e', isListed: true },
      { key: '6', id: 'f', isListed: true },
    ],
    ambiguous: [{ key: '3', count: 2 }],
    unknown: ['4'],
  })

  it('count once where lines say the same, and not at all where they differ', () => {
    expect(resolved.rows).toEqual([
      { id: 'a', status: 'DELIVERED', collected: 500 },
      { id: 'e', status: 'RETURNED', condition: 'damaged' },
    ])
    expect(resolved.conflicting.map(({ text }) => text)).toEqual([
      '2;livré',
      '2b;refusé',
      '6;livré;1',
      '6;livré;2',
    ])
    expect(resolved.ambiguous.map(({ key }) => key)).toEqual(['3'])
    expect(resolved.unknown.map(({ key }) => key)).toEqual(['4'])
  })

  it('are grouped by status with what a dry run says of each', () => {
    const report = {
      batchId: null,
      counts: { changed: 1, refused: 1, refusedBy: { NO_SUCH_TRANSITION: 1 } },
      changed: [{ id: 'a', number: 1, version: 1 }],
      refused: [{ id: 'e', number: 5, code: 'NO_SUCH_TRANSITION' as const }],
    }
    expect(groupSheet(resolved.rows, report)).toEqual([
      { status: 'DELIVERED', condition: null, counts: { changed: 1, refused: 0, refusedBy: {} } },
      {
        status: 'RETURNED',
        condition: 'damaged',
        counts: { changed: 0, refused: 1, refusedBy: { NO_SUCH_TRANSITION: 1 } },
      },
    ])
  })
})
