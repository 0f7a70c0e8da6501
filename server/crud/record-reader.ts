import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgSelectBuilder } from 'drizzle-orm/pg-core'
import type { Executor } from '../db/executor.ts'
import { jsonOf } from '../db/json-select.ts'
import { type JsonRow, type PreparedSelect, preparedSelect, type Query } from '../db/prepared-select.ts'

/** Reads records by id, in any order; those that are not there are left out. */
export type ReadItems<Item> = (db: Executor, ids: readonly string[]) => Promise<Item[]>

export type ReadRecords<Item> = ReadItems<Item> & {
  /** The same records, each as the JSON that the API answers with. */
  texts: (db: Executor, ids: readonly string[]) => Promise<{ id: string; text: string }[]>
}

type RecordFields = Record<string, PgColumn | SQL> & { id: PgColumn }
type Builds<Fields extends RecordFields | Texts, Made extends Query> = (
  select: PgSelectBuilder<Fields, 'qb'>,
  isAsked: SQL,
) => Made

/**
 * Reads a resource's records by id, over one set of columns: as objects for code that reads them, as JSON text for code that only
 * sends them. `build` joins and narrows to what `isAsked`.
 */
export const recordReader = <Fields extends RecordFields, Made extends Query>(
  name: string,
  fields: Fields,
  build: Builds<Fields, Made>,
): ReadRecords<JsonRow<Made['_']['result'][number]>> => boundReader(name, fields, build)({})

/** The same over columns with placeholders of their own: answers with the reader for their values. */
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

/** Of one record a plan is kept: for an array of one PostgreSQL would make another plan each time, thinking it better. */
const isThis = (id: PgColumn): SQL => sql`${id} = ${sql.placeholder('id')}::uuid`

/** Above a page's length the plan for few ids is not the best one any more: those reads are planned by themselves. */
const mostNamed = 500

const readMany = async <Row>(
  db: Executor,
  select: PreparedSelect<Row>,
  ids: readonly string[],
  values: Record<string, unknown>,
): Promise<Row[]> =>
  // As PostgreSQL writes an array of ids: nothing in them needs the quotes that `pg` looks for one by one.
  ids.length === 0
    ? []
    : select(db, { ...values, ids: `{${ids.join(',')}}` }, { isNamed: ids.length <= mostNamed })
