import type { Actor } from '../access/actor.ts'
import { type Scoped, whyNot } from '../access/why-not.ts'
import type { Code } from '../core/codes.ts'

/** Code why the actor may not delete the offer, or null. `isTaken`: a product that is not deleted came from it. */
export const whyNotDeleteAffiliate = (actor: Actor, affiliate: Scoped & { isTaken: boolean }): Code | null =>
  whyNot(actor, 'affiliate.delete', affiliate) ?? (affiliate.isTaken ? 'IN_USE' : null)
