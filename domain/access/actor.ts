import type { CountryCode } from '../core/countries.ts'
import { type Role, scopeOf } from './permissions.ts'

/** The facts about the caller that access decisions use. */
export type Actor = {
  id: string
  role: Role
  country: CountryCode
  isEmailVerified: boolean
  isActivated: boolean
}

/** Roles that always work in their own country; the other roles select one. */
const rootedRoles: readonly Role[] = ['agent', 'moderator', 'delivery']

export const maySelectCountry = (role: Role): boolean => !rootedRoles.includes(role)

/**
 * What limits an actor's reads, as a string: role, and country unless they read all. Stored with a saved answer, report or
 * export file: the same user must not get it after their role or country has changed.
 */
export const standingOf = ({ role, country }: Pick<Actor, 'role' | 'country'>): string =>
  scopeOf(role, 'change.list') === 'all' ? role : `${role} ${country}`

/** Whether a file or answer saved under `standing` may be shown to the actor now. False for null: standing unknown. */
export const coversStanding = (actor: Pick<Actor, 'role' | 'country'>, standing: string | null): boolean =>
  scopeOf(actor.role, 'change.list') === 'all' || standing === standingOf(actor)
