import type { Actor } from '../../../domain/access/actor.ts'
import type { ChangeReport } from '../../../domain/changes/changes.ts'
import { commentVerbOf, whyNotComment } from '../../../domain/comments/comment.ts'
import { whyNotEditShipping } from '../../../domain/shippings/policy.ts'
import type { StepOptions } from '../../crud/apply-steps.ts'
import type { ParsedTarget } from '../../crud/choose-records.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { changeFulfillments, type FulfillmentChange } from './apply-change.ts'
import { followOrder } from './derive-shipping.ts'
import { orderValuesOf, shippingOf, shippingValuesOf } from './fulfillment-step.ts'

type Comment = { comment: string | null }
type Decide = (actor: Actor, comment: string | null) => FulfillmentChange['decide']

export const commentOrders = (
  tx: Transaction,
  actor: Actor,
  target: ParsedTarget,
  { comment }: Comment,
  options: StepOptions,
): Promise<ChangeReport> => changeFulfillments(tx, actor, target, change('orders', actor, comment), options)

/** Replaces comments of parcels that may be edited. */
export const commentShippings = (
  tx: Transaction,
  actor: Actor,
  target: ParsedTarget,
  { comment }: Comment,
  options: StepOptions,
): Promise<ChangeReport> =>
  changeFulfillments(tx, actor, target, change('shippings', actor, comment), options)

const change = (
  resource: 'orders' | 'shippings',
  actor: Actor,
  comment: string | null,
): FulfillmentChange => ({
  verb: commentVerbOf(resource),
  movesStock: () => false,
  decide: decisions[resource](actor, comment),
})

const decisions: Record<'orders' | 'shippings', Decide> = {
  orders: (actor, comment) => (order) => {
    const code = whyNotComment(actor, 'orders', order, comment)
    if (code !== null) return { code }
    return { next: followOrder(order, { ...orderValuesOf(order), comment }), verb: commentVerbOf('orders') }
  },
  shippings: (actor, comment) => (order) => {
    const shipping = { ...shippingOf(order), country: order.country }
    const code = whyNotEditShipping(actor, shipping) ?? whyNotComment(actor, 'shippings', shipping, comment)
    if (code !== null) return { code }
    const next = { order: orderValuesOf(order), shipping: { ...shippingValuesOf(shipping), comment } }
    return { next, verb: commentVerbOf('shippings') }
  },
}
