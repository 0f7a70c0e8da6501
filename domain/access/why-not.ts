import type { Code } from '../core/codes.ts'
import { type Actor, actorScope, onlyCountryOf } from './actor.ts'
import { type Scope, scopeOf, type Verb } from './permissions.ts'

/**
 * Returns the code why the actor may not use the verb on the record (or at all, without a record); null if allowed. A record
 * out of scope gives `NOT_FOUND`, as one that does not exist.
 */
export const whyNot = (actor: Actor, verb: Verb, record?: Scoped): Code | null => {
  if (!actor.isEmailVerified) return 'EMAIL_NOT_VERIFIED'
  if (!actor.isActivated) return 'NOT_ACTIVATED'
  const scope = actorScope(actor, verb)
  if (scope === null) return scopeOf(actor, verb) === null ? 'FORBIDDEN' : 'KEY_FORBIDDEN'
  return record === undefined || isWithin(scope, actor, record) ? null : 'NOT_FOUND'
}

/** The same for deleting it, refused while other records refer to it. */
export const whyNotDelete = (actor: Actor, verb: Verb, record: Scoped, isUsed: boolean): Code | null =>
  whyNot(actor, verb, record) ?? (isUsed ? 'IN_USE' : null)

/** The fields of a record that decide whether it is within a scope. `delivery`: its courier; a fee of tariffs. */
export type Scoped = { country: string; owner?: string | null; delivery?: unknown }

const reaches: Record<Scope, (actor: Actor, record: Scoped) => boolean> = {
  all: () => true,
  country: (actor, record) => record.country === actor.country,
  own: (actor, record) => record.owner === actor.id,
  assigned: (actor, record) => record.delivery === actor.id,
}

export const isWithin = (scope: Scope, actor: Actor, record: Scoped): boolean =>
  reaches[scope](actor, record) && [null, record.country].includes(onlyCountryOf(actor))
