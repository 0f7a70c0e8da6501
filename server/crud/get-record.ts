import type { Actor } from '../../domain/access/actor.ts'
import type { Verb } from '../../domain/access/permissions.ts'
import type { Scoped } from '../../domain/access/scope.ts'
import { whyNot } from '../../domain/access/why-not.ts'
import { isId } from '../../domain/lib/field.ts'
import { Refused } from '../refused.ts'
import type { Executor } from './executor.ts'
import type { ReadItems } from './record-reader.ts'

/** Answers `GET {resource}/{id}`: the record, or the reason why this actor does not get it. */
export const getRecord = async <Item extends { id: string } & Scoped>(
  db: Executor,
  readRecords: ReadItems<Item>,
  actor: Actor,
  verb: Verb,
  id: string,
): Promise<Item> => {
  const forbidden = whyNot(actor, verb)
  if (forbidden !== null) throw new Refused(forbidden)
  const [record] = isId(id) ? await readRecords(db, [id]) : []
  if (record === undefined || whyNot(actor, verb, record) !== null) throw new Refused('NOT_FOUND')
  return record
}
