import type { Actor } from '../access/actor.ts'
import { whyNot } from '../access/why-not.ts'
import type { Code } from '../core/codes.ts'
import type { ShippingStatus } from '../fulfillment/shipping-status.ts'

/** Maximum number of labels of one call and of one print page. */
export const MAX_LABELS = 500

/** Parcels that are never delivered: a label would make the courier hand out goods. */
export const unlabelledStatuses: readonly ShippingStatus[] = ['CANCELLED', 'LOST']

/** Code why the actor may not print that many labels, or null. */
export const whyNotPrintLabels = (actor: Actor, count: number): Code | null =>
  whyNot(actor, 'shipping.print-labels') ?? (count > MAX_LABELS ? 'TOO_MANY_LABELS' : null)
