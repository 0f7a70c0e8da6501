import type { Role } from '../access/permissions.ts'

/** An allowed transition of a status: its verb and what it requires. */
export type Transition<Status extends string, Verb extends string> = {
  verb: Verb
  to: Status
  /** Roles that may use it, if fewer than those who hold the verb. */
  roles?: readonly Role[]
  needsComment?: true
}

export type Transitions<Status extends string, Verb extends string> = Record<
  Status,
  readonly Transition<Status, Verb>[]
>

export const findTransition = <Status extends string, Verb extends string>(
  table: Transitions<Status, Verb>,
  from: Status,
  to: Status,
): Transition<Status, Verb> | undefined => table[from].find((transition) => transition.to === to)
