import type { Role } from './roles.ts'

/** These work in their own country, whatever was selected before them; the others select one. */
const rootedRoles: readonly Role[] = ['agent', 'moderator', 'delivery']

export const maySelectCountry = (role: Role): boolean => !rootedRoles.includes(role)
