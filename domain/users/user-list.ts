import { roles } from '../access/roles.ts'
import { countryCodes } from '../countries.ts'
import type { ListDefinition } from '../lib/list-query.ts'

export const userList = {
  filters: {
    country: { kind: 'choice', values: countryCodes },
    role: { kind: 'choice', values: roles },
    package: { kind: 'reference', optional: true },
    isEmailVerified: { kind: 'flag' },
    isActivated: { kind: 'flag' },
  },
  sorts: ['createdAt', 'number', 'name', 'email', 'role', 'updatedAt'],
} as const satisfies ListDefinition
