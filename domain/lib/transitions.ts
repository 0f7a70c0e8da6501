import type { Role } from '../access/permissions.ts'

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
