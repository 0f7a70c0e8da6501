import type { Role } from '../access/permissions.ts'

/** One allowed step of a lifecycle: the verb that takes it and what it asks for. */
export type Transition<Status extends string, Verb extends string> = {
  verb: Verb
  to: Status
  /** Roles that may take this step, where fewer than those who hold the verb. */
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
