import { describe, expect, it } from 'vitest'
import { validate } from '../../../domain/lib/validate.ts'
import { passwordFields } from '../../../domain/users/account-fields.ts'

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
