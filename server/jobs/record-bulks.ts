import { defaultCountry } from '../../domain/core/countries.ts'
import { validate } from '../../domain/lib/validate.ts'
import { accepted } from '../core/errors.ts'
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

/** What a status call says; saying nothing is saying "the next one". No field of a move depends on the country. */
export const readMove = (
  { fields }: Pick<Move<Held, unknown>, 'fields'>,
  body: unknown,
): Record<string, unknown> => accepted(validate(fields, body ?? {}, { country: defaultCountry }))
