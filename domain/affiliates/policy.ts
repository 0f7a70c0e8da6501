import type { Actor } from '../access/actor.ts'
import type { Scoped } from '../access/scope.ts'
import { whyNot } from '../access/why-not.ts'
import type { Code } from '../core/codes.ts'

/** Why this actor may not delete that offer; `isTaken` says that a product which is not deleted came from it. */
export const whyNotDeleteAffiliate = (actor: Actor, affiliate: Scoped & { isTaken: boolean }): Code | null =>
  whyNot(actor, 'affiliate.delete', affiliate) ?? (affiliate.isTaken ? 'IN_USE' : null)
