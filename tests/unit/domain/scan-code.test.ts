import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  decodeScan,
  encodeScan,
  maxScanNumber,
  type ScanKind,
  scanCodeLength,
  scanKinds,
  typedShippingCode,
} from '../../../domain/scans/scan-code.ts'

const codes = fc.record({
  kind: fc.constantFrom(...(Object.keys(scanKinds) as ScanKind[])),
  number: fc.integer({ min: 0, max: maxScanNumber }),
})

describe('a scan code', () => {
  it('has twelve digits: kind, number, check digit', () => {
    expect(encodeScan({ kind: 'shippings', number: 14_992 })).toBe('100000149920')
    expect(encodeScan({ kind: 'control', number: 1 })).toHaveLength(scanCodeLength)
    // The textbook's 7992739871 has a Luhn sum of 67; the kind before it, doubled, adds 2.
    expect(encodeScan({ kind: 'shippings', number: 7_992_739_871 })).toBe('179927398711')
  })

  it('is typed by its digits or by the number of the parcel', () => {
    for (const text of ['14992', 'n° 14992', ' 100000149920', '1000 0014 9920', '0000014992'])
      expect(typedShippingCode(text)).toBe('100000149920')
    expect(typedShippingCode('10000014992')).toBe('10000014992')
    // Digits left in the field before a scan.
    for (const text of ['7100000149920', '100100000149920'])
      expect(typedShippingCode(text)).toBe('100000149920')
    expect(typedShippingCode('7100000149921')).toBe('7100000149921')
    expect(decodeScan(typedShippingCode('abc'))).toBeNull()
  })

  it.each(['MARK-5521', '14992 Yao 3', '14992/2', '12.05.2026', '+225 07 08 09'])(
    'is not made of the digits of another text: %s',
    (text) => {
      expect(decodeScan(typedShippingCode(text))).toBeNull()
    },
  )

  it.each([
    '14992.0',
    'N.º 14 992',
    '14\u202f992',
    '\u202a#14992',
    '١٤٩٩٢',
    ']C1100000149920',
    '1000 0014 9920',
  ])('is typed as the number or code of a parcel: %s', (text) => {
    expect(typedShippingCode(text)).toBe('100000149920')
  })

  it('is decoded to what was encoded', () => {
    fc.assert(
      fc.property(codes, (code) => {
        expect(decodeScan(encodeScan(code))).toEqual(code)
      }),
    )
  })

  it('with one wrong digit is no code', () => {
    const wrong = fc.tuple(codes, fc.nat(scanCodeLength - 1), fc.integer({ min: 1, max: 9 }))
    fc.assert(
      fc.property(wrong, ([code, at, by]) => {
        const digits = [...encodeScan(code)]
        digits[at] = String((Number(digits[at]) + by) % 10)
        expect(decodeScan(digits.join(''))).toBeNull()
      }),
    )
  })

  it('with two neighbours swapped is no code, but for 09 and 90', () => {
    fc.assert(
      fc.property(codes, fc.nat(scanCodeLength - 2), (code, at) => {
        const digits = [...encodeScan(code)]
        const [one = '', other = ''] = digits.splice(at, 2)
        fc.pre(one !== other && Math.abs(Number(one) - Number(other)) !== 9)
        digits.splice(at, 0, other, one)
        expect(decodeScan(digits.join(''))).toBeNull()
      }),
    )
  })

  it('holds ten digits of a number', () => {
    expect(() => encodeScan({ kind: 'orders', number: maxScanNumber + 1 })).toThrow(RangeError)
    expect(() => encodeScan({ kind: 'orders', number: -1 })).toThrow(RangeError)
    expect(() => encodeScan({ kind: 'orders', number: 1.5 })).toThrow(RangeError)
  })

  it.each([
    '',
    '1',
    '10000014992',
    '1000001499211',
    '600000149921',
    'abcdefghijkl',
    '１００００００１４９９２',
  ])('is not %j', (text) => {
    expect(decodeScan(text)).toBeNull()
  })
})
