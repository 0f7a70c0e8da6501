import { expect, it } from 'vitest'
import { validate } from '../../../domain/lib/validate.ts'
import { signUpFields } from '../../../domain/users/sign-up.ts'
import { credentialFields } from '../../../domain/users/user.ts'

const check = (email: string) => {
  const read = validate(signUpFields, { email }, { country: 'ic', partial: true })
  return read.ok ? read.value.email : read.errors?.[0]?.code
}

it.each([
  ['a Cyrillic letter', 'adm\u0456n@waybill.example'],
  ['a Cyrillic letter in the domain', 'admin@wayb\u0456ll.example'],
  ['a Greek letter', 'b\u03bfss@waybill.example'],
  ['a zero-width space', 'ad\u200bmin@waybill.example'],
  ['a soft hyphen', 'ad\u00admin@waybill.example'],
  ['a direction mark', 'ad\u202emin@waybill.example'],
  ['a control character', 'ad\u0007min@waybill.example'],
  ['full-width letters', '\uff41dmin@waybill.example'],
])('refuses a new address with %s', (_, email) => {
  expect(['EMAIL_LOOK_ALIKE', 'INVALID_TEXT', 'INVALID_EMAIL']).toContain(check(email))
})

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
