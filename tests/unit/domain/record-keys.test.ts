import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeScan } from '../../../domain/scans/scan-code.ts'
import {
  keysNamed,
  maxKeys,
  readExactKeys,
  readRecordKey,
  splitRecordKeys,
} from '../../../domain/search/record-keys.ts'

describe('the keys of a pasted list', () => {
  it.each([
    ['14992\n14993\n14994', ['14992', '14993', '14994']],
    ['14992, 14993; 14994\t14995 | 14996', ['14992', '14993', '14994', '14995', '14996']],
    ['14992 14993  14992', ['14992', '14993']],
    ['#14992 n° 14993 №14994 No. 14995', ['#14992', 'n° 14993', '№14994', 'No 14995']],
    ['07 08 09 10 11', ['07 08 09 10 11']],
    ['07 08 09 10 11 14992 +225 05 12 40 86 97', ['07 08 09 10 11', '14992', '+225 05 12 40 86 97']],
    ['"14992"; "CMD-77"', ['14992', 'CMD-77']],
    ['Colis: 14992.', ['Colis', '14992']],
    [' \n , ; - ', []],
  ])('of %j are %j', (text, keys) => {
    expect(splitRecordKeys(text, 'ic')).toEqual(keys)
  })

  it('are one more than a call takes at most, so that too many can be refused', () => {
    const text = Array.from({ length: maxKeys + 50 }, (_, at) => 20_000 + at).join(' ')
    expect(splitRecordKeys(text, 'ic')).toHaveLength(maxKeys + 1)
  })

  it('are found whatever parts them', () => {
    const parts = fc.constantFrom('\n', ', ', ';', '\t', ' | ', '\r\n', '   ', ' ,\n')
    const numbers = fc.uniqueArray(fc.integer({ min: 10_000, max: 999_999 }), { minLength: 1, maxLength: 50 })
    fc.assert(
      fc.property(numbers, fc.array(parts, { minLength: 50, maxLength: 50 }), (keys, between) => {
        const text = keys.map((key, at) => `${key}${between[at]}`).join('')
        expect(splitRecordKeys(text, 'ic')).toEqual(keys.map(String))
      }),
    )
  })
})

describe('a key', () => {
  it.each(['14992', '#14992', 'n° 14992', 'N°14992', 'no. 14992', '№14992', ' 14992 '])(
    '%j is the number 14992',
    (text) => {
      expect(readRecordKey(text, 'ic').number).toEqual({ value: 14_992, resource: null })
    },
  )

  it('that is a scan code is its record, of its list', () => {
    const code = encodeScan({ kind: 'shippings', number: 50_123 })
    expect(readRecordKey(code, 'ic')).toEqual({
      number: { value: 50_123, resource: 'shippings' },
      phone: null,
      reference: code,
    })
  })

  it.each([
    ['0708091011', 'ic'],
    ['07 08 09 10 11', 'ic'],
    ['+225 07 08 09 10 11', 'fr'],
    ['2250708091011', 'ic'],
  ] as const)('%j in %s is a telephone', (text, country) => {
    expect(readRecordKey(text, country)).toMatchObject({ phone: '+2250708091011' })
  })

  it('with letters is a reference, in any case', () => {
    expect(readRecordKey('Cmd-77', 'ic')).toEqual({ number: null, phone: null, reference: 'cmd-77' })
  })
})

describe('what a typed text names as a whole', () => {
  it.each([
    ['20417', 20417, false],
    ['  20417 ', 20417, false],
    ['0020417', 20417, false],
    ['20 417', 20417, false],
    ['20.417', 20417, false],
    ['20\u202f417', 20417, false],
    ['٢٠٤١٧', 20417, false],
    ['#20417', 20417, true],
    ['# 20417', 20417, true],
    ['#20 417', 20417, true],
    ['n° 20417', 20417, true],
    ['Nº20417', 20417, true],
    ['Nr. 20417', 20417, true],
    ['№ 20417', 20417, true],
    ['\u200b20417\u202c', 20417, false],
    ['#۲۰۴۱۷', 20417, true],
    ['0747', null, false],
    ['0747338', null, false],
    ['#0747', 747, true],
    ['00747', 747, false],
    ['20417a', null, false],
    ['2 0417', null, false],
    ['#', null, false],
    ['1234567890123', null, false],
  ])('%j is number %j, said to be one: %j', (text, number, isNumberOnly) => {
    expect(readExactKeys(text)).toMatchObject({ number, isNumberOnly })
  })

  it('reads a telephone number as each of our countries would', () => {
    expect(readExactKeys('06 31 44 55 66').phones.toSorted()).toEqual([
      '218631445566',
      '221631445566',
      '2250631445566',
      '33631445566',
    ])
    expect(readExactKeys('+216 20 314 455').phones).toEqual(['21620314455'])
    expect(readExactKeys('٢٠ ٣١٤ ٤٥٥').phones).toContain('21620314455')
    expect(readExactKeys('20417').phones).toEqual([])
  })

  it('reads the code on a label', () => {
    const code = encodeScan({ kind: 'shippings', number: 61_234 })
    expect(readExactKeys(code).code).toEqual({ resource: 'shippings', number: 61_234 })
    expect(readExactKeys(`${code.slice(0, 6)} ${code.slice(6)}`).code?.number).toBe(61_234)
    expect(readExactKeys(encodeScan({ kind: 'control', number: 1 })).code).toBeNull()
  })

  it('has each key once, and none of nothing', () => {
    expect(keysNamed(readExactKeys('Zébu-Réf 7/A'))).toEqual(['zebu ref 7 a'])
    expect(keysNamed(readExactKeys(' … '))).toEqual([])
    expect(keysNamed(readExactKeys('2250631445566'))).toEqual(['2250631445566'])
  })
})
