import type { Actor } from './actor.ts'
import { scopeOf } from './permissions.ts'

/**
 * What an actor's reach depends on, as text. Stored beside an answer, report or file that was made under it, which may
 * hold records that the same person reads no more once their role or country has changed.
 */
export const standingOf = ({ role, country }: Pick<Actor, 'role' | 'country'>): string =>
  scopeOf(role, 'change.list') === 'all' ? role : `${role} ${country}`

/** Whether what was made under that standing may be shown to the actor today; null where it is not known. */
export const coversStanding = (actor: Pick<Actor, 'role' | 'country'>, standing: string | null): boolean =>
  scopeOf(actor.role, 'change.list') === 'all' || standing === standingOf(actor)
