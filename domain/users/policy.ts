import type { Actor } from '../access/actor.ts'
import { whyNot } from '../access/why-not.ts'
import type { Code } from '../core/codes.ts'
import type { User } from './user.ts'

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
