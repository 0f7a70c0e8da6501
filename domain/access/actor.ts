import type { CountryCode } from '../core/countries.ts'
import { type Role, scopeOf } from './permissions.ts'

/** Who acts: what access decisions look at, and nothing more. */
export type Actor = {
  id: string
  role: Role
  country: CountryCode
  isEmailVerified: boolean
  isActivated: boolean
}

/** These work in their own country, whatever was selected before them; the others select one. */
const rootedRoles: readonly Role[] = ['agent', 'moderator', 'delivery']

export const maySelectCountry = (role: Role): boolean => !rootedRoles.includes(role)

/**
 * What an actor's reach depends on, as text. Stored beside an answer, report or file that was made under it, which may
 * hold records that the same person reads no more once their role or country has changed.
 */
export const standingOf = ({ role, country }: Pick<Actor, 'role' | 'country'>): string =>
  scopeOf(role, 'change.list') === 'all' ? role : `${role} ${country}`

/** Whether what was made with that role, state and country may be shown to the actor today; null where it is not known. */
export const coversStanding = (actor: Pick<Actor, 'role' | 'country'>, standing: string | null): boolean =>
  scopeOf(actor.role, 'change.list') === 'all' || standing === standingOf(actor)
