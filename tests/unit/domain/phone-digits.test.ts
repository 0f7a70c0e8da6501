import { describe, expect, it } from 'vitest'
import { isPartOfPhone, isPhoneLike, wholePhone } from '../../../domain/lib/phone-digits.ts'
import { formatPhone } from '../../../domain/lib/phone-format.ts'

describe('wholePhone', () => {
  it.each([
    ['0708091011', 'ic', '+2250708091011'],
    ['07 08 09 10 11', 'ic', '+2250708091011'],
    ['+225 07.08.09.10.11', 'sn', '+2250708091011'],
    ['00225 (07) 08 09 10 11', 'fr', '+2250708091011'],
    ['2250708091011', 'ic', '+2250708091011'],
    ['77 123 45 67', 'sn', '+221771234567'],
    ['70 12 34 56', 'bf', '+22670123456'],
    ['20 123 456', 'tn', '+21620123456'],
    ['06 12 34 56 78', 'fr', '+33612345678'],
    ['612345678', 'fr', '+33612345678'],
    ['+33 (0)6 12 34 56 78', 'ic', '+33612345678'],
    ['091 234 5678', 'lib', '+218912345678'],
  ] as const)('reads %s in %s as %s', (typed, country, phone) => {
    expect(wholePhone(typed, country)).toBe(phone)
  })

  it.each([
    ['070809101', 'ic'],
    ['+225070809', 'ic'],
    ['+1 202 555 0101', 'ic'],
    ['07 08 09 10 11 12', 'ic'],
    ['montre 0708091011', 'ic'],
    ['', 'ic'],
  ] as const)('does not take %s in %s for a whole number', (typed, country) => {
    expect(wholePhone(typed, country)).toBeNull()
  })
})

describe('isPartOfPhone', () => {
  it('finds every way to begin a number in it, as it is written and as it is dialled', () => {
    for (const e164 of ['+2250708091011', '+221771234567', '+33612345678', '+218912345678']) {
      const written = formatPhone(e164)
      const ways = [written, written.replace('+', '00'), e164.slice(1)]
      for (const way of ways) {
        for (let end = 1; end <= way.length; end++) {
          const typed = way.slice(0, end)
          if (/[1-9]/.test(typed)) expect(isPartOfPhone(typed, e164), typed).toBe(true)
        }
      }
    }
    expect(isPartOfPhone('06 12 34', '+33612345678')).toBe(true)
    expect(isPartOfPhone('+33 (0)6 12', '+33612345678')).toBe(true)
    expect(isPartOfPhone('091 23', '+218912345678')).toBe(true)
  })

  it('finds nothing where there is no digit, or another one', () => {
    expect(isPartOfPhone('+', '+2250708091011')).toBe(false)
    expect(isPartOfPhone('0708092', '+2250708091011')).toBe(false)
    // Ivorian numbers keep their 0 in E.164.
    expect(isPartOfPhone('0225', '+2250708091011')).toBe(false)
  })
})

it('distinguishes a typed phone from words and references', () => {
  expect(['+225 07', '(07) 08', '07-08/09.10'].every(isPhoneLike)).toBe(true)
  expect(['REF-1022', '#10422', 'awa', '>07', '12 =', ''].some(isPhoneLike)).toBe(false)
})
