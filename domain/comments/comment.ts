import type { Actor } from '../access/actor.ts'
import { type NounOf, type ResourceWith, resourceAccess } from '../access/permissions.ts'
import { type Scoped, whyNot } from '../access/why-not.ts'
import type { Code } from '../core/codes.ts'
import type { Fields } from '../lib/field.ts'
import { goodsColumns } from '../lib/goods.ts'

/** The resources with a bulk call that replaces comments. */
export type CommentedResource = ResourceWith<'comment'>

/** Permission for it, and its verb in the history. */
export const commentVerbOf = <R extends CommentedResource>(resource: R): `${NounOf<R>}.comment` =>
  `${resourceAccess[resource].noun}.comment`

/** Body of a comment call: replaces each record's comment; null or an empty text clears it. */
export const commentFields = { comment: goodsColumns.comment.field } as const satisfies Fields

/** Appends a line to a comment, as far as the maximum length allows. */
export const addToComment = (comment: string | null, line: string): string => {
  const said = line.trim()
  if (!comment?.trim()) return said.slice(0, commentFields.comment.max)
  const room = commentFields.comment.max - said.length - 1
  return `${comment.trim().slice(0, room)}\n${said}`
}

/** What an editor of the comment begins with: what is typed first is a line of its own. */
export const beginComment = (comment: string | null): string =>
  comment?.trim() ? `${comment.trimEnd()}\n` : ''

/** Code why the actor may not give the record that comment, or null. */
export const whyNotComment = (
  actor: Actor,
  resource: CommentedResource,
  record: Scoped & { comment: string | null },
  comment: string | null,
): Code | null =>
  whyNot(actor, commentVerbOf(resource), record) ?? (record.comment === comment ? 'SAME_COMMENT' : null)
