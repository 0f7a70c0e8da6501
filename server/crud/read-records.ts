import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgSelectBuilder } from 'drizzle-orm/pg-core'
import type { Actor } from '../../domain/access/actor.ts'
import { whyNot } from '../../domain/access/why-not.ts'
import { type ListQuery, parseListQuery } from '../../domain/lib/list-query.ts'
import { accepted, Refused } from '../core/errors.ts'
import type { ServerContext } from '../db/context.ts'
import type { Executor } from '../db/drizzle.ts'
import { jsonOf, limitRead } from '../db/json-select.ts'
import { type JsonRow, type PreparedSelect, preparedSelect, type Query } from '../db/prepared-select.ts'
import { chooseRecords } from './choose-records.ts'
import { deepFrom, talliedSql } from './list-counts.ts'
import type { ListSource } from './list-source.ts'

/** Reads records by id, in any order; missing ones are omitted. */
export type ReadItems<Item> = (db: Executor, ids: readonly string[]) => Promise<Item[]>

export type ReadRecords<Item> = ReadItems<Item> & {
  /** The same as JSON text, as answered by the API. */
  texts: (db: Executor, ids: readonly string[]) => Promise<{ id: string; text: string }[]>
}

type RecordFields = Record<string, PgColumn | SQL> & { id: PgColumn }
type Builds<Fields extends RecordFields | Texts, Made extends Query> = (
  select: PgSelectBuilder<Fields, 'qb'>,
  isAsked: SQL,
) => Made

/**
 * Reader of a resource: as objects for code, as JSON text for answers. `build`: adds joins and `isAsked`. Values are for
 * placeholders among the columns.
 */
export const boundReader = <Fields extends RecordFields, Made extends Query>(
  name: string,
  fields: Fields,
  build: Builds<Fields, Made>,
): ((values: Record<string, unknown>) => ReadRecords<JsonRow<Made['_']['result'][number]>>) => {
  const { id } = fields
  const one = preparedSelect(`${name}, one`, fields, (select) => build(select, isThis(id)))
  const many = preparedSelect(name, fields, (select) => build(select, isOneOfThese(id)))
  const buildTexts = build as unknown as Builds<Texts, TextQuery>
  const texts = preparedSelect(`${name}, as JSON`, { id, text: jsonOf(fields, id.table) }, (select) =>
    buildTexts(select, isOneOfThese(id)),
  )
  return (values) => {
    const read: ReadItems<JsonRow<Made['_']['result'][number]>> = async (db, ids) =>
      ids.length === 1 ? one(db, { ...values, id: ids[0] }) : readMany(db, many, ids, values)
    return Object.assign(read, {
      texts: (db: Executor, ids: readonly string[]) => readMany(db, texts, ids, values),
    })
  }
}

type Texts = { id: PgColumn; text: SQL<string> }
type TextQuery = Query & { _: { result: { id: string; text: string }[] } }

const isOneOfThese = (id: PgColumn): SQL => sql`${id} = any(${sql.placeholder('ids')}::uuid[])`

/** `=` instead of an array: PostgreSQL would replan a single-element array each time. */
const isThis = (id: PgColumn): SQL => sql`${id} = ${sql.placeholder('id')}::uuid`

/** For more ids the cached plan is bad: plan each time. */
const mostNamed = 500

const readMany = async <Row>(
  db: Executor,
  select: PreparedSelect<Row>,
  ids: readonly string[],
  values: Record<string, unknown>,
): Promise<Row[]> =>
  // PostgreSQL's array literal: ids need no quoting, which `pg` would check.
  ids.length === 0
    ? []
    : select(db, { ...values, ids: `{${ids.join(',')}}` }, { isNamed: ids.length <= mostNamed })

/**
 * A page of JSON records as UTF-8. Written row by row: as one string, a single non-Latin-1 letter would make it two-byte and
 * slow to encode.
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

/** Answer of `GET {resource}` as UTF-8 JSON. @throws Refused `READ_TOO_SLOW` */
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

/** Two statements, whatever the page size. */
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

/** Common pages use an index, also of a resource's own default order, and need no timeout, hence no transaction. */
const isIndexed = (source: ListSource, actor: Actor, query: ListQuery): boolean =>
  query.keyword === null &&
  query.ids === null &&
  (query.sort.key === 'createdAt' || isDefaultOrder(source, query)) &&
  Object.keys(query.filters).every((name) => indexedFilters.has(name)) &&
  (query.skip < deepFrom || talliedSql(source, actor, query) !== null)

const isDefaultOrder = ({ definition }: ListSource, { sort }: ListQuery): boolean =>
  sort.key === definition.sorts[0] && sort.descending

const indexedFilters = new Set(['country', 'status', 'owner'])
