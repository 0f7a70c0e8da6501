import type { Actor } from '../access/actor.ts'
import { type Scoped, whyNot } from '../access/why-not.ts'
import type { Code } from '../core/codes.ts'

/** Code why the actor may not delete the plan, or null. `isUsed`: a user who is not deleted has it. */
export const whyNotDeletePlan = (actor: Actor, plan: Scoped & { isUsed: boolean }): Code | null =>
  whyNot(actor, 'package.delete', plan) ?? (plan.isUsed ? 'IN_USE' : null)

/**
 * Code why a plan cannot be reverted, or null. `isUsed`: a user who is not deleted has it. `isTaken`: another plan has its code
 * now.
 */
export const whyNotRevertPlan = (
  next: { isDeleted: boolean },
  { isUsed, isTaken }: { isUsed: boolean; isTaken: boolean },
): Code | null => {
  if (next.isDeleted) return isUsed ? 'IN_USE' : null
  return isTaken ? 'PACK_TAKEN' : null
}
