import { describe, expect, it } from 'vitest'
import { encodeScan } from '../../../domain/scans/scan-code.ts'
import { keysNamed, readExactKeys } from '../../../domain/search/record-keys.ts'

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
