import { describe, expect, it } from 'vitest'
import { readRecordNumber } from '../../../domain/lib/typed/read-record-number.ts'
import { keyColumns, readTable } from '../../../domain/search/pasted-table.ts'
import { readExactKeys, readRecordKey, splitRecordKeys } from '../../../domain/search/record-keys.ts'
import { readInput } from '../../../src/palette/results/read-input.ts'

const said = [
  '#61407',
  'N.º 61407',
  'n.° 61407',
  'n. 61407',
  'Nr. 61407',
  'núm. 61407',
  '№ 61 407',
  'N°: 61407',
  'n° 61.407',
]
const bare = [
  '61407',
  'Numéro 61407',
  'номер 61407',
  '61 407',
  '61\u202f407',
  '61,407',
  '(61407)',
  '«61407»',
  '61407.',
  '61407.0',
  '٦١٤٠٧',
]

describe('the number of a record', () => {
  it.each([...said, ...bare])('is read alike by search and by lists of keys: %s', (text) => {
    expect([readExactKeys(text).number, readRecordKey(text, 'ic').number?.value]).toEqual([61407, 61407])
  })

  it.each(said)('is said to be one, in the palette as well: %s', (text) => {
    expect(readExactKeys(text).isNumberOnly).toBe(true)
    expect(readInput(text).mode).toBe('number')
  })

  it.each(['61-407', '12.05.2026', '61407,5', '6 1407', '07 08', 'Yao 61407', '#61407#', '0.407', ''])(
    'is not: %j',
    (text) => {
      expect(readRecordNumber(text)).toBeNull()
    },
  )

  it('leaves a telephone that is written in threes to telephones', () => {
    expect(readRecordKey('98 765 432', 'tn')).toMatchObject({ number: null, phone: '+21698765432' })
  })
})

describe('a pasted list of numbers in thousands', () => {
  it.each(['61 407\n61 408', '61\u202f407\n61\u202f408', '61.407\n61.408', 'N.º 61407\nN.º 61408'])(
    'names no other record by the parts: %j',
    (text) => {
      const numbers = splitRecordKeys(text, 'ic').map((key) => readRecordKey(key, 'ic').number?.value)
      expect(numbers).toEqual([61407, 61408])
    },
  )

  it('keeps telephones and lists that are parted by such spaces', () => {
    expect(splitRecordKeys('77\u202f123\u202f45\u202f67', 'sn')).toEqual(['77 123 45 67'])
    expect(splitRecordKeys('61407\u00a061408', 'ic')).toEqual(['61407', '61408'])
  })
})

describe('lines with a key and an amount', () => {
  it.each([
    '61407 - Yao - 61 075\n61408 - Awa - 61052',
    '61407 – Yao, Cocody – 61075\n61408 – Awa, Plateau – 61052',
    '61407: 61075\n61408: 61052',
    '61407 → livré 61075\n61408 → refusé 0',
    '61407 => livré\n61408 => refusé',
    '61407 (Yao) 61075\n61408 (Awa) 61052',
    'Colis 61407 livré 61075\nColis 61408 refusé 61052',
    '\u202a61407\u202c Yao 61075\n\u202a61408\u202c Awa 61052',
    '٦١٤٠٧ ياو ٦١٠٧٥\n٦١٤٠٨ آوا ٦١٠٥٢',
    '61407\t+225 07 08 09 10 11\t61075',
  ])('are a table by its first key, never a list: %j', (text) => {
    const table = readTable(text, 'ic')!
    const numbers = table.rows.map(
      ({ cells }) => readRecordKey(cells[keyColumns(table, 'ic')[0]!]!, 'ic').number,
    )
    expect(numbers.map((number) => number?.value)).toEqual([61407, 61408].slice(0, numbers.length))
  })

  it('reads numbers in thousands in the column of the keys', () => {
    const table = readTable('N° commande\tMontant\n61 407\t61 075\n61 408\t61 052', 'ic')!
    expect(keyColumns(table, 'ic')[0]).toBe(0)
    expect(readRecordKey(table.rows[0]!.cells[0]!, 'ic').number?.value).toBe(61407)
  })
})

describe('a column of telephones that a sheet has kept as numbers', () => {
  it('is found with the 0 that it has lost, where the rest is then a number of the country', () => {
    expect(readRecordKey('587651177', 'ic').phone).toBe('+2250587651177')
    expect(readRecordKey('87651177', 'ic').phone).toBeNull()
    expect(readRecordKey('387651177', 'ic').phone).toBeNull()
    expect(readExactKeys('587651177').phones).toContain('2250587651177')
  })

  it('is no telephone where several numbers have as many digits', () => {
    expect(splitRecordKeys('101 102 103', 'ic').join()).not.toContain('+225')
    expect(readRecordKey('101 102 103', 'ic').phone).toBeNull()
  })
})
