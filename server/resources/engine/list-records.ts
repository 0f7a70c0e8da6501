import type { Actor } from '../../../domain/access/actor.ts'
import { whyNot } from '../../../domain/access/why-not.ts'
import { parseListQuery } from '../../../domain/lib/list-query.ts'
import { accepted, Refused } from '../../refused.ts'
import { chooseRecords } from './choose-records.ts'
import type { Executor } from './executor.ts'
import type { ListSource } from './list-source.ts'

/** Reads records by id, in any order; those that are not there are left out. */
export type ReadRecords<Item> = (db: Executor, ids: readonly string[]) => Promise<Item[]>

/** Answers `GET {resource}`: two statements, whatever the size of the page. */
export const listRecords = async <Item extends { id: string }>(
  db: Executor,
  source: ListSource,
  readRecords: ReadRecords<Item>,
  actor: Actor,
  parameters: Record<string, unknown>,
): Promise<{ items: Item[]; total: number }> => {
  const forbidden = whyNot(actor, source.verb)
  if (forbidden !== null) throw new Refused(forbidden)
  const query = accepted(parseListQuery(source.definition, parameters))
  const { ids, total } = await chooseRecords(db, source, actor, query)
  const byId = new Map((await readRecords(db, ids)).map((item) => [item.id, item]))
  return { items: ids.flatMap((id) => byId.get(id) ?? []), total }
}
