import type { Actor } from '../access/actor.ts'
import type { Verb } from '../access/permissions.ts'
import type { Scoped } from '../access/scope.ts'
import { whyNot } from '../access/why-not.ts'
import type { Code } from '../core/codes.ts'
import type { Fields } from '../lib/field.ts'
import { goodsFields } from '../lib/goods.ts'
import type { ResourceName } from '../resources.ts'

/** The resources whose comment can be replaced on many records by one call. */
export const commentedResources = [
  'orders',
  'shippings',
  'expeditions',
  'requests',
] as const satisfies readonly ResourceName[]
export type CommentedResource = (typeof commentedResources)[number]

/** The permission for it; also what the history says. */
export const commentVerbs = {
  orders: 'order.comment',
  shippings: 'shipping.comment',
  expeditions: 'expedition.comment',
  requests: 'request.comment',
} as const satisfies Record<CommentedResource, Verb>

/** What a comment call says: the text that replaces each record's comment. Null or an empty text clears it. */
export const commentFields = { comment: goodsFields.comment } as const satisfies Fields

/** Why this actor may not give the record that comment. */
export const whyNotComment = (
  actor: Actor,
  resource: CommentedResource,
  record: Scoped & { comment: string | null },
  comment: string | null,
): Code | null =>
  whyNot(actor, commentVerbs[resource], record) ?? (record.comment === comment ? 'SAME_COMMENT' : null)
