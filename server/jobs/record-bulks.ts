import {
  type CommentedResource,
  commentFields,
  commentVerbs,
  whyNotComment,
} from '../../domain/comments/comment.ts'
import { defaultCountry } from '../../domain/core/countries.ts'
import { validate } from '../../domain/lib/validate.ts'
import { accepted, Refused } from '../core/errors.ts'
import { changeRecords } from '../crud/apply-steps.ts'
import { refuseRest } from '../crud/bulk-body.ts'
import { deleteRecords } from '../crud/delete-records.ts'
import { moveRecords } from '../crud/move-records.ts'
import type { Held, Move, MovedKind, ReadRecord, RecordKind } from '../crud/resource-definition.ts'
import { type Bulk, defineBulk } from './define-bulk.ts'

/** The bulk call that deletes records of a kind. */
export const deleteBulk = <Item extends ReadRecord, Row extends Held, Facts>(
  kind: RecordKind<Item, Row, Facts>,
): Bulk =>
  defineBulk({
    work: `${kind.source.resource}.delete`,
    source: kind.source,
    verb: kind.verbs.delete,
    read: (rest) => accepted(refuseRest(rest)),
    change: (tx, actor, target, _, options) => deleteRecords(tx, actor, kind, target, options),
  })

/** The bulk call that gives records of a kind another status. */
export const moveBulk = <Item extends ReadRecord, Row extends Held, Facts>(
  kind: MovedKind<Item, Row, Facts>,
): Bulk =>
  defineBulk({
    work: `${kind.source.resource}.status`,
    source: kind.source,
    verb: kind.move.reach,
    read: (rest) => readMove(kind.move, rest),
    change: (tx, actor, target, asked, options) => moveRecords(tx, actor, kind, target, asked, options),
  })

/** The body of a status call; without a status the next one is meant. No field of a move depends on the country. */
export const readMove = (
  { fields }: Pick<Move<Held, unknown>, 'fields'>,
  body: unknown,
): Record<string, unknown> => accepted(validate(fields, body ?? {}, { country: defaultCountry }))

/** `comment` is required: only null or an empty text clears, not leaving it out. No field of it depends on the country. */
export const readComment = (body: unknown): { comment: string | null } => {
  const { comment } = accepted(validate(commentFields, body, { country: defaultCountry }))
  if (comment !== undefined) return { comment }
  throw new Refused('VALIDATION_FAILED', { errors: [{ path: 'comment', code: 'REQUIRED' }] })
}

/** The bulk call that replaces the comment of records of a kind; needs the permission to edit. */
export const commentBulk = <Item extends ReadRecord, Row extends Held & { comment: string | null }, Facts>(
  kind: RecordKind<Item, Row, Facts>,
  resource: CommentedResource,
): Bulk => {
  const verb = commentVerbs[resource]
  return defineBulk({
    work: `${resource}.comment`,
    source: kind.source,
    verb,
    read: readComment,
    change: (tx, actor, target, { comment }, options) =>
      changeRecords(
        tx,
        actor,
        kind,
        target,
        {
          reach: verb,
          next: (record) => ({ ...record, comment }),
          verb: () => verb,
          whyNot: (record, next, facts) =>
            kind.whyNot.update(actor, record, next, facts) ?? whyNotComment(actor, resource, record, comment),
        },
        options,
      ),
  })
}
