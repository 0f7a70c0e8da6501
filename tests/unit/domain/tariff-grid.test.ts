import { describe, expect, it } from 'vitest'
import { readTariffGrid } from '../../../domain/tariffs/read-grid.ts'

const zones = [
  { id: '00000000-0000-7000-8000-000000000001', name: 'Abidjan nord' },
  { id: '00000000-0000-7000-8000-000000000002', name: 'Abidjan sud' },
  { id: '00000000-0000-7000-8000-000000000003', name: 'Intérieur' },
]
const [north, south, inland] = zones.map(({ id }) => id)

const read = (text: string, from: string | null = null) =>
  readTariffGrid(text, { country: 'ic', zones, from })
const rowsOf = (text: string) => read(text)?.rows.map(({ row }) => row)

describe('a pasted grid', () => {
  it('is read by its headings, in any order and language', () => {
    const grid = read(
      'Zone\tRetour\tLivraison\tEncaissement %\tRemarque\nAbidjan nord\t500\t1 500\t1,5 %\tproche\n',
    )
    expect(grid).toMatchObject({
      columns: ['zone', 'returned', 'delivery', 'cashPercent'],
      ignored: ['Remarque'],
    })
    expect(grid!.rows[0]!.row).toEqual({ zone: north, returned: 500, delivery: 1_500, cashPercent: 1.5 })
    expect(rowsOf('Area;Delivery;Return;Refusal\nabidjan sud;1500;500;700')).toEqual([
      { zone: south, delivery: 1_500, returned: 500, refused: 700 },
    ])
    expect(rowsOf('Зона\tДоставка\tВозврат\nIntérieur\t2500\t1000')).toEqual([
      { zone: inland, delivery: 2_500, returned: 1_000 },
    ])
  })

  it('is read by the order of its columns without headings', () => {
    expect(rowsOf('Abidjan nord\t1.500\t500\t\t250\nreste du pays\t2000\t700')).toEqual([
      { zone: north, delivery: 1_500, returned: 500, piece: 250 },
      { zone: null, delivery: 2_000, returned: 700 },
    ])
    expect(rowsOf('Intérieur;2500;1000')).toEqual([{ zone: inland, delivery: 2_500, returned: 1_000 }])
  })

  it('begins on the day that is chosen', () => {
    expect(read('Intérieur;2500;1000', '2026-12-01')!.rows[0]!.row).toMatchObject({ from: '2026-12-01' })
  })

  it('forgives a slip in a zone, and says so', () => {
    expect(
      read('interieur;1;1\nAbidjan nort;2;2\nIntérieurr;3;3')!.rows.map(
        ({ zoneName, isAssumed, problem }) => [zoneName, isAssumed, problem?.code],
      ),
    ).toEqual([
      ['Intérieur', false, undefined],
      ['Abidjan nord', true, undefined],
      ['Intérieur', true, 'NAMED_TWICE'],
    ])
  })

  it('says what is wrong with a line', () => {
    const problems = read(
      'Zone;Livraison;Retour\nBouaké;1;1\nIntérieur;gratuit;1\nAbidjan sud;1\nAbidjan nord;1,5;1',
    )!.rows
    expect(problems.map(({ problem }) => problem)).toEqual([
      { column: 'zone', code: 'ZONE_NOT_FOUND' },
      { column: 'delivery', code: 'NOT_A_NUMBER' },
      { column: 'returned', code: 'REQUIRED' },
      { column: 'delivery', code: 'TOO_MANY_DECIMALS' },
    ])
  })

  it('is none where the text is no table', () => {
    expect(read('')).toBeNull()
    expect(read('bonjour')).toBeNull()
  })
})
