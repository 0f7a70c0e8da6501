import type { Code } from '../core/codes.ts'
import type { Actor } from './actor.ts'
import { scopeOf, type Verb } from './permissions.ts'
import { isWithin, type Scoped } from './scope.ts'

/**
 * Why this actor may not do this to that record (or at all, without a record); null when they may.
 * A record out of scope is `NOT_FOUND`, like one that does not exist. Console and server give the same answer.
 */
export const whyNot = (actor: Actor, verb: Verb, record?: Scoped): Code | null => {
  if (!actor.isEmailVerified) return 'EMAIL_NOT_VERIFIED'
  if (!actor.isActivated) return 'NOT_ACTIVATED'
  const scope = scopeOf(actor.role, verb)
  if (scope === null) return 'FORBIDDEN'
  return record === undefined || isWithin(scope, actor, record) ? null : 'NOT_FOUND'
}
