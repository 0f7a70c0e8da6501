import { expect, it } from 'vitest'
import { validate } from '../../../domain/lib/validate.ts'
import { credentialFields } from '../../../domain/users/account-fields.ts'
import { signUpFields } from '../../../domain/users/sign-up.ts'

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
