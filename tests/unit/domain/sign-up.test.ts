import { describe, expect, it } from 'vitest'
import { countries, countryCodes } from '../../../domain/core/countries.ts'
import { countryOfPhone } from '../../../domain/lib/typed/read-phone.ts'
import { countryOfSignUp } from '../../../domain/users/sign-up.ts'

describe('the country of a telephone number', () => {
  it.each(countryCodes)('is %s for its prefix, however it is written', (code) => {
    const { dialCode } = countries[code]
    for (const written of [`+${dialCode} 07 08`, `00${dialCode}-7`, `(00 ${dialCode}) 7`, `＋${dialCode}7`]) {
      expect([written, countryOfPhone(written)]).toEqual([written, code])
    }
  })

  it('is refused without a prefix, or with one of another country', () => {
    for (const written of ['', '07 08 09 10 11', '225 07 08', '+44 20 7946 0958', '+', 'call me']) {
      expect([written, countryOfPhone(written)]).toEqual([written, null])
    }
  })
})

describe('the country of a sign-up', () => {
  it('is its own, else the phone’s, else Ivory Coast, whatever was sent', () => {
    expect(countryOfSignUp({ country: 'tn', phone: '+221 77 123 45 67' })).toBe('tn')
    expect(countryOfSignUp({ country: 'mars', phone: '+221 77 123 45 67' })).toBe('sn')
    expect(countryOfSignUp({ phone: '07 08 09 10 11' })).toBe('ic')
    for (const body of [null, undefined, 'x', 7, [], { phone: 7 }]) expect(countryOfSignUp(body)).toBe('ic')
  })
})
