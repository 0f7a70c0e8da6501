import type { Actor } from '../access/actor.ts'
import type { Scoped } from '../access/scope.ts'
import { whyNot } from '../access/why-not.ts'
import type { Code } from '../core/codes.ts'

/** Why this actor may not delete that plan; `isUsed` says that a user who is not deleted has it. */
export const whyNotDeletePlan = (actor: Actor, plan: Scoped & { isUsed: boolean }): Code | null =>
  whyNot(actor, 'package.delete', plan) ?? (plan.isUsed ? 'IN_USE' : null)

/**
 * Why a plan cannot be put back to what it was; null when it can. `isUsed` says that a user who is not deleted has it,
 * `isTaken` that another plan has got its code since.
 */
export const whyNotRevertPlan = (
  next: { isDeleted: boolean },
  { isUsed, isTaken }: { isUsed: boolean; isTaken: boolean },
): Code | null => {
  if (next.isDeleted) return isUsed ? 'IN_USE' : null
  return isTaken ? 'PACK_TAKEN' : null
}
