import { describe, expect, it } from 'vitest'
import { countries, countryCodes } from '../../../domain/core/countries.ts'
import { countryOfPhone } from '../../../domain/lib/typed/read-phone.ts'
import { validate } from '../../../domain/lib/validate.ts'
import { credentialFields, passwordFields } from '../../../domain/users/account-fields.ts'
import { countryOfSignUp, signUpFields } from '../../../domain/users/sign-up.ts'

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

const codesOf = (password: string): string[] => {
  const checked = validate(passwordFields, { password }, { country: 'ic' })
  return checked.ok ? [] : (checked.errors ?? []).map(({ code }) => code)
}

describe('the length of a text', () => {
  it('is that of its characters, however many units each is stored as', () => {
    expect(codesOf('🛵xxxx')).toEqual(['PASSWORD_TOO_SHORT'])
    expect(codesOf('🛵xxxxx')).toEqual([])
    expect(codesOf('🛵'.repeat(128))).toEqual([])
    expect(codesOf('🛵'.repeat(129))).toEqual(['PASSWORD_TOO_LONG'])
    expect(codesOf('x'.repeat(1_000_000))).toEqual(['PASSWORD_TOO_LONG'])
  })
})

const check = (email: string) => {
  const read = validate(signUpFields, { email }, { country: 'ic', partial: true })
  return read.ok ? read.value.email : read.errors?.[0]?.code
}

it.each([
  ['a Cyrillic letter', 'adm\u0456n@waybill.example'],
  ['a Cyrillic letter in the domain', 'admin@wayb\u0456ll.example'],
  ['a Greek letter', 'b\u03bfss@waybill.example'],
  ['full-width letters', '\uff41dmin@waybill.example'],
])('refuses a new address with %s', (_, email) => {
  expect(['EMAIL_LOOK_ALIKE', 'INVALID_TEXT', 'INVALID_EMAIL']).toContain(check(email))
})

it.each(['ad\u200bmin', 'ad\u00admin', 'ad\u202emin', 'ad\u0007min', '\ufeffadmin', 'admin\u2060'])(
  'takes the marks out of %j that nobody sees: it is the address that it looks like',
  (name) => {
    expect(check(`${name}@waybill.example`)).toBe('admin@waybill.example')
  },
)

it.each(['awa@test.example', 'élodie@café.example', 'e\u0301lodie@test.example', 'почта@пример.рф'])(
  'takes %s, whose letters are of one script',
  (email) => {
    expect(check(email)).toContain('@')
  },
)

it('lets an account in that has such an address already', () => {
  const read = validate(
    credentialFields,
    { email: 'adm\u0456n@waybill.example', password: 'x' },
    { country: 'ic' },
  )
  expect(read.ok).toBe(true)
})
