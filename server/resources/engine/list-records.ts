import type { Actor } from '../../../domain/access/actor.ts'
import { whyNot } from '../../../domain/access/why-not.ts'
import { parseListQuery } from '../../../domain/lib/list-query.ts'
import { accepted, Refused } from '../../refused.ts'
import { chooseRecords } from './choose-records.ts'
import type { Executor } from './executor.ts'
import { jsonPage } from './json-page.ts'
import type { ListSource } from './list-source.ts'
import type { ReadRecords } from './record-reader.ts'

/** The answer of `GET {resource}` as JSON in UTF-8: two statements, whatever the size of the page. */
export const listRecords = async <Item>(
  db: Executor,
  source: ListSource,
  readRecords: ReadRecords<Item>,
  actor: Actor,
  parameters: Record<string, unknown>,
): Promise<Buffer> => {
  const forbidden = whyNot(actor, source.verb)
  if (forbidden !== null) throw new Refused(forbidden)
  const query = accepted(parseListQuery(source.definition, parameters))
  const { ids, total } = await chooseRecords(db, source, actor, query)
  const byId = new Map((await readRecords.texts(db, ids)).map(({ id, text }) => [id, text]))
  return jsonPage(
    ids.flatMap((id) => byId.get(id) ?? []),
    total,
  )
}
