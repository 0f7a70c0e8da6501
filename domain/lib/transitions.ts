import type { Role } from '../access/permissions.ts'
import { isBlank } from './field.ts'
import { accept, type Result, refuse } from './result.ts'

/** An allowed transition of a status: its verb and what it requires. */
export type Transition<Status extends string, Verb extends string> = {
  verb: Verb
  to: Status
  /** Roles that may use it, if fewer than those who hold the verb. */
  roles?: readonly Role[]
  needsComment?: true
}

export const findTransition = <Status extends string, Step extends Transition<Status, string>>(
  table: Readonly<Record<Status, readonly Step[]>>,
  from: NoInfer<Status>,
  to: NoInfer<Status>,
): Step | undefined => table[from].find((step) => step.to === to)

/** Refuses a field of a status call that is given with another status than its own ones. */
export const refuseStrayFields = <Move extends { status: string }>(
  move: Move,
  statusOf: { readonly [Name in keyof Move]?: Move['status'] | readonly Move['status'][] },
): Result<Move> => {
  const stray = Object.keys(statusOf).find((name) => {
    const field = name as keyof Move
    const own: unknown = statusOf[field]
    const isOwn = Array.isArray(own) ? own.includes(move.status) : own === move.status
    return !isBlank(move[field]) && !isOwn
  })
  return stray === undefined
    ? accept(move)
    : refuse('VALIDATION_FAILED', [{ path: stray, code: 'UNKNOWN_FIELD' }])
}
