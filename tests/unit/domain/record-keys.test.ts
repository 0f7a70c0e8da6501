import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeScan } from '../../../domain/scans/scan-code.ts'
import { maxKeys, readRecordKey, splitRecordKeys } from '../../../domain/search/record-keys.ts'

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
