import type { Actor } from '../access/actor.ts'
import { whyNot } from '../access/why-not.ts'
import type { Code } from '../core/codes.ts'
import type { ShippingStatus } from '../fulfillment/shipping-status.ts'

/** Labels of one call and of one print page. */
export const MAX_LABELS = 500

/** Parcels of these statuses go nowhere: a label of theirs would ask the driver to hand goods over for nothing. */
export const unlabelledStatuses: readonly ShippingStatus[] = ['CANCELLED', 'LOST']

/** Why this actor may not print the labels of so many parcels; the server answers with the same code. */
export const whyNotPrintLabels = (actor: Actor, count: number): Code | null =>
  whyNot(actor, 'shipping.print-labels') ?? (count > MAX_LABELS ? 'TOO_MANY_LABELS' : null)
