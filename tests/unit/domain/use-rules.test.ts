import { describe, expect, it } from 'vitest'
import { roles } from '../../../domain/access/permissions.ts'
import { whyNotDeleteAffiliate } from '../../../domain/affiliates/policy.ts'
import { whyNotDeletePlan, whyNotRevertPlan } from '../../../domain/plans/policy.ts'

const admin = { id: 'a', role: 'admin', country: 'ic', isEmailVerified: true, isActivated: true } as const
const record = { country: 'sn', owner: 's' }

describe('what others use', () => {
  it('is not deleted: an offer with products, a plan with users', () => {
    expect(whyNotDeleteAffiliate(admin, { ...record, isTaken: true })).toBe('IN_USE')
    expect(whyNotDeleteAffiliate(admin, { ...record, isTaken: false })).toBeNull()
    expect(whyNotDeletePlan(admin, { ...record, isUsed: true })).toBe('IN_USE')
    expect(whyNotDeletePlan(admin, { ...record, isUsed: false })).toBeNull()
  })

  it.each(roles.filter((role) => role !== 'admin'))('is not deleted by a %s, used or not', (role) => {
    for (const isUsed of [true, false]) {
      const actor = { ...admin, role, id: 's' }
      expect(whyNotDeleteAffiliate(actor, { ...record, isTaken: isUsed })).toBe('FORBIDDEN')
      expect(whyNotDeletePlan(actor, { ...record, isUsed })).toBe('FORBIDDEN')
    }
  })
})

describe('a plan that goes back to what it was', () => {
  it.each([
    [{ isDeleted: true }, { isUsed: true, isTaken: false }, 'IN_USE'],
    [{ isDeleted: true }, { isUsed: false, isTaken: true }, null],
    [{ isDeleted: false }, { isUsed: true, isTaken: true }, 'PACK_TAKEN'],
    [{ isDeleted: false }, { isUsed: true, isTaken: false }, null],
  ])('%j with %j is %s', (next, facts, code) => {
    expect(whyNotRevertPlan(next, facts)).toBe(code)
  })
})
