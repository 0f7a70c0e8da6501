import type { Actor } from '../../domain/access/actor.ts'
import { whyNot } from '../../domain/access/why-not.ts'
import { type AnswerStatus, answerStatuses, nextAnswer } from '../../domain/lib/answer-status.ts'
import { type ListQuery, parseListQuery } from '../../domain/lib/list-query.ts'
import { accepted, Refused } from '../core/errors.ts'
import type { ServerContext } from '../db/context.ts'
import type { Executor } from '../db/executor.ts'
import { limitRead } from '../db/json-select.ts'
import { chooseRecords } from './choose-records.ts'
import { deepFrom, talliedSql } from './list-counts.ts'
import type { ListSource } from './list-source.ts'
import type { ReadRecords } from './record-reader.ts'

/**
 * Records that are JSON already as a page of a list, in UTF-8. Written row by row, at its length: of all rows as one text,
 * a single letter outside Latin 1 would have every one of them widened and then encoded the slow way.
 */
export const jsonPage = (records: readonly string[], total: number): Buffer => {
  const end = `],"total":${total}}`
  const length = records.reduce(
    (sum, record) => sum + Buffer.byteLength(record) + 1,
    start.length + end.length,
  )
  const page = Buffer.allocUnsafe(length)
  let at = page.write(start)
  for (const [index, record] of records.entries()) {
    if (index > 0) at += page.write(',', at)
    at += page.write(record, at)
  }
  at += page.write(end, at)
  return page.subarray(0, at)
}

const start = '{"items":['

/** The answer of `GET {resource}` as JSON in UTF-8. @throws Refused `READ_TOO_SLOW` */
export const listRecords = async <Item>(
  context: ServerContext,
  source: ListSource,
  readRecords: ReadRecords<Item>,
  actor: Actor,
  parameters: Record<string, unknown>,
): Promise<Buffer> => {
  const forbidden = whyNot(actor, source.verb)
  if (forbidden !== null) throw new Refused(forbidden)
  const query = accepted(parseListQuery(source.definition, parameters))
  const read = (db: Executor) => readPage(db, source, readRecords, actor, query)
  return isIndexed(source, actor, query) ? read(context.db) : limitRead(context, read)
}

/** Two statements, regardless of the size of the page. */
export const readPage = async <Item>(
  db: Executor,
  source: ListSource,
  readRecords: ReadRecords<Item>,
  actor: Actor,
  query: ListQuery,
): Promise<Buffer> => {
  const { ids, total } = await chooseRecords(db, source, actor, query)
  const byId = new Map((await readRecords.texts(db, ids)).map(({ id, text }) => [id, text]))
  return jsonPage(
    ids.flatMap((id) => byId.get(id) ?? []),
    total,
  )
}

/** The pages that people open all day come from an index, and need no transaction for a limit. */
const isIndexed = (source: ListSource, actor: Actor, query: ListQuery): boolean =>
  query.keyword === null &&
  query.ids === null &&
  query.sort.key === 'createdAt' &&
  Object.keys(query.filters).every((name) => indexedFilters.has(name)) &&
  (query.skip < deepFrom || talliedSql(source, actor, query) !== null)

const indexedFilters = new Set(['country', 'status', 'owner'])

/** A record with the answer asked for, else with the one that follows its own. */
export const nextAnswerOf = <Row extends { status: AnswerStatus }>(
  record: Row,
  asked: Record<string, unknown>,
): Row => ({
  ...record,
  status: answerStatuses.find((status) => status === asked.status) ?? nextAnswer[record.status],
})
