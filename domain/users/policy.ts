import type { Actor } from '../access/actor.ts'
import { whyNot } from '../access/why-not.ts'
import type { Code } from '../core/codes.ts'
import type { User } from './user.ts'

/** Code why a user of that role may not have the capability of calling, or null. */
export const whyNotCalls = ({ role, calls }: Pick<User, 'role' | 'calls'>): Code | null =>
  calls && role !== 'agent' ? 'CALLS_OF_AGENTS' : null

/** Code why the actor may not give the user the capability of calling, or take it away; or null. */
export const whyNotLetCall = (
  actor: Actor,
  user: Pick<User, 'country' | 'role' | 'calls'>,
  calls: boolean,
): Code | null =>
  whyNot(actor, 'user.let-call', user) ??
  (user.calls === calls ? 'ALREADY_THERE' : whyNotCalls({ ...user, calls }))

/** Code why the actor may not remove the user's second factor, or null. One's own is removed in the profile, by password or code. */
export const whyNotResetSecondFactor = (
  actor: Actor,
  user: Pick<User, 'id' | 'country' | 'hasSecondFactor'>,
): Code | null =>
  whyNot(actor, 'user.reset-second-factor', user) ??
  (user.id === actor.id ? 'SELF_CHANGE' : user.hasSecondFactor ? null : 'SECOND_FACTOR_IS_OFF')

/** Code why the actor may not activate or deactivate the user, or null: nobody deactivates themselves. */
export const whyNotActivate = (
  actor: Actor,
  user: Pick<User, 'id' | 'country' | 'isActivated'>,
  isActivated: boolean,
): Code | null => {
  const forbidden = whyNot(actor, 'user.activate', user)
  if (forbidden !== null) return forbidden
  if (user.isActivated === isActivated) return 'ALREADY_THERE'
  return user.id === actor.id && !isActivated ? 'SELF_CHANGE' : null
}
