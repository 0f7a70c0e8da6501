import type { CountryCode } from '../core/countries.ts'
import { granteeOf, type Role, type Scope, scopeOf, type Verb } from './permissions.ts'

/** The facts about the caller that access decisions use. */
export type Actor = {
  id: string
  role: Role
  /** Whether an agent works the queue of calls; without it they do not. */
  calls?: boolean
  country: CountryCode
  isEmailVerified: boolean
  isActivated: boolean
  /** The API key that acts for them; `country` is then the key's. */
  key?: ActorKey
}

/** What limits an actor who calls by a key: these verbs only, in the actor's country only. */
export type ActorKey = { id: string; verbs: ReadonlySet<Verb> }

/**
 * Which records an actor may use a verb on, null for none: what the role grants, less what a key leaves out. With a key, never
 * more than one country.
 */
export const actorScope = (actor: Pick<Actor, 'role' | 'calls' | 'key'>, verb: Verb): Scope | null => {
  const { key } = actor
  const scope = scopeOf(actor, verb)
  if (scope === null || key === undefined) return scope
  if (!key.verbs.has(verb)) return null
  return scope === 'all' ? 'country' : scope
}

/** The only country that an actor reaches whatever the scope; null without a key. */
export const onlyCountryOf = ({ key, country }: Pick<Actor, 'key' | 'country'>): CountryCode | null =>
  key === undefined ? null : country

/** Roles that always work in their own country; the other roles select one. */
const rootedRoles: readonly Role[] = ['agent', 'moderator', 'delivery']

export const maySelectCountry = (role: Role): boolean => !rootedRoles.includes(role)

/**
 * What limits an actor's reads, as a string: role or `caller`, and country unless they read all. Stored with a saved answer, report or
 * export file: the same user must not get it after their role or country has changed.
 */
export const standingOf = (actor: Standing): string => {
  const { country, key } = actor
  const grantee = granteeOf(actor)
  const own = scopeOf(actor, 'change.list') === 'all' ? grantee : `${grantee} ${country}`
  return key === undefined ? own : `${own}${byKey}${key.id}`
}

type Standing = Pick<Actor, 'role' | 'calls' | 'country' | 'key'>

const byKey = ' by key '

/**
 * Whether a file or answer saved under `standing` may be shown to the actor now. False for null: standing unknown. A key sees what
 * it saved itself; its owner, too.
 */
export const coversStanding = (actor: Standing, standing: string | null): boolean => {
  if (actor.key !== undefined) return standing === standingOf(actor)
  if (scopeOf(actor, 'change.list') === 'all') return true
  return standing !== null && standing.split(byKey)[0] === standingOf(actor)
}
