import { describe, expect, it } from 'vitest'
import { roles } from '../../../domain/access/permissions.ts'
import { whyNotDelete } from '../../../domain/access/why-not.ts'

const admin = { id: 'a', role: 'admin', country: 'ic', isEmailVerified: true, isActivated: true } as const
const record = { country: 'sn', owner: 's' }

describe('what others use', () => {
  it('is not deleted: an offer with products, a plan with users', () => {
    expect(whyNotDelete(admin, 'affiliate.delete', record, true)).toBe('IN_USE')
    expect(whyNotDelete(admin, 'affiliate.delete', record, false)).toBeNull()
    expect(whyNotDelete(admin, 'package.delete', record, true)).toBe('IN_USE')
    expect(whyNotDelete(admin, 'package.delete', record, false)).toBeNull()
  })

  it.each(roles.filter((role) => role !== 'admin'))('is not deleted by a %s, used or not', (role) => {
    for (const isUsed of [true, false]) {
      const actor = { ...admin, role, id: 's' }
      expect(whyNotDelete(actor, 'affiliate.delete', record, isUsed)).toBe('FORBIDDEN')
      expect(whyNotDelete(actor, 'package.delete', record, isUsed)).toBe('FORBIDDEN')
    }
  })
})
