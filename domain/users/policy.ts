import type { Actor } from '../access/actor.ts'
import { whyNot } from '../access/why-not.ts'
import type { Code } from '../core/codes.ts'
import type { User } from './user.ts'

/** Why this actor may not let that user in, or shut them out: nobody takes their own access away. */
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
