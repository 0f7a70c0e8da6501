import { describe, expect, it } from 'vitest'
import type { CountryCode } from '../../../domain/core/countries.ts'
import { isPartOfPhone, isPhoneLike, wholePhone } from '../../../domain/lib/phone-digits.ts'
import { formatPhone } from '../../../domain/lib/phone-format.ts'
import { readPhone } from '../../../domain/lib/typed/read-phone.ts'

/** The parsed number with marks for a restored 0 and an unknown prefix. */
const read = (typed: string, country: CountryCode) => {
  const phone = readPhone(typed, country)
  if (!phone.ok) return phone.code
  const { e164, repaired, unlikely } = phone.value
  return `${e164}${repaired ? ' repaired' : ''}${unlikely ? ' unlikely' : ''}`
}

describe('a telephone number', () => {
  it.each<[CountryCode, string, string]>([
    ['ic', '0708091011', '+2250708091011'],
    ['ic', '708091011', '+2250708091011 repaired'],
    ['ic', '708091011.0', '+2250708091011 repaired'],
    ['ic', '501020304', '+2250501020304 repaired'],
    ['ic', '101020304', '+2250101020304 repaired'],
    ['ic', '27 22 44 55 66', '+2252722445566'],
    ['ic', '2250708091011', '+2250708091011'],
    ['ic', '+225 (0)7 08 09 10 11', '+2250708091011'],
    ['ic', '\u202a+225\u00a007\u201108\u201309 10 11\u202c', '+2250708091011'],
    ['ic', '٠٧٠٨٠٩١٠١١', '+2250708091011'],
    ['ic', '۰۷ ۰۸ 09 ١٠ 11', '+2250708091011'],
    ['sn', '77 123 45 67', '+221771234567'],
    ['sn', '221771234567', '+221771234567'],
    ['bf', '70 12 34 56', '+22670123456'],
    ['tn', '20 123 456', '+21620123456'],
    ['fr', '06 12 34 56 78', '+33612345678'],
    ['fr', '612345678', '+33612345678'],
    ['fr', '+33 (0)6 12 34 56 78', '+33612345678'],
    ['fr', '(+33) (0) 6 12 34 56 78', '+33612345678'],
    ['fr', '0033(0)612345678', '+33612345678'],
    ['fr', '33 (0)6 12 34 56 78', '+33612345678'],
    ['fr', '(0)6 12 34 56 78', '+33612345678'],
    ['lib', '091 234 5678', '+218912345678'],
    ['lib', '912345678', '+218912345678'],
    ['lib', '٠٩١٢٣٤٥٦٧٨', '+218912345678'],
    ['lib', '+218 (0)91 234 5678', '+218912345678'],
    ['ic', '+44 20 7946 0958', '+442079460958'],
    ['ic', '+44 (0)20 7946 0958', '+442079460958'],
    ['ic', '+39 06 6982 1234', '+390669821234'],
    ['ic', '+1 202 555 0101', '+12025550101'],
  ])('in %s, %j is %s', (country, typed, stored) => {
    expect(read(typed, country).replace(' unlikely', '')).toBe(stored)
  })

  it.each<[CountryCode, string]>([
    ['ic', '07 08 09 10 1'],
    ['ic', '070809101'],
    ['ic', '+225 07 08 09 10 1'],
    ['ic', '2250708091'],
    ['ic', '07080910 ext 1'],
    ['ic', '0708091011 ext 1'],
    ['ic', '0708091011 poste 12'],
    ['ic', '308091011'],
    ['ic', '901020304'],
    ['ic', '00708091011'],
    ['ic', '07 08 09 10 11 12'],
    ['sn', '77 123 45 6'],
    ['sn', '221 771234'],
    ['sn', '077 123 45 67'],
    ['sn', '+221 77 123 456'],
    ['bf', '70 12 34 5'],
    ['bf', '070 12 34 56'],
    ['tn', '20 123 45'],
    ['tn', '020 123 456'],
    ['tn', '+216 20 123 4567'],
    ['fr', '06 12 34 56 7'],
    ['fr', '+33 06 12 34 56 78'],
    ['fr', '+33 06 12 34 56 7'],
    ['fr', '0033 0612345678'],
    ['fr', '330612345678'],
    ['fr', '+33 6 12 34 56 7'],
    ['fr', '+33 (0)6 12 34 56 7'],
    ['lib', '09 123 4567'],
    ['lib', '+218 091 234 5678'],
    ['lib', '2180912345678'],
    ['ic', '+44 020 7946 0958'],
    ['ic', '+44 (020) 7946 0958'],
    ['ic', '++2250708091011'],
    ['ic', '0708091011 / 0506070809'],
    ['ic', ''],
  ])('in %s, %j is none', (country, typed) => {
    expect(read(typed, country)).toBe('INVALID_PHONE')
  })

  it('is accepted with a warning where its prefix is unknown', () => {
    expect(read('03 08 09 10 11', 'ic')).toBe('+2250308091011 unlikely')
    expect(read('13 08 09 10 11', 'ic')).toBe('+2251308091011 unlikely')
    expect(read('10 123 456', 'tn')).toBe('+21610123456 unlikely')
  })
})

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
