import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../../../domain/access/actor.ts'
import type { PersonalPlace } from '../../../domain/customers/personal-data.ts'
import { type Batch, recordChanges } from '../../crud/record-changes.ts'
import type { Executor, Transaction } from '../../db/drizzle.ts'
import { conditionsIn } from './conditions.ts'
import { type PersonalTable, personalTables } from './personal-tables.ts'
import { bytes, hasPeople, type People } from './treatments.ts'

type Row = Record<string, unknown>

/** `own`: about the person; other rows only name them, and have nothing but what finds them and the parts that do. */
export type PersonalRow = Row & { table: string; own: boolean }

/** Rows by place. `cut`: tables that have more of them than are exported. */
export type PersonalExport = { places: Partial<Record<PersonalPlace, PersonalRow[]>>; cut: string[] }

/** All rows with something of a person, as stored; copies of them are left out. */
export const exportPerson = async (db: Executor, people: People): Promise<PersonalExport> => {
  const found: PersonalExport = { places: {}, cut: [] }
  for (const each of personalTables) {
    if (each.isCopy) continue
    const { table, place } = each
    const { isLinked, finds } = conditionsIn(each, people)
    const { rows } = await db.execute<{ own: boolean; row: Row; parts: Row | null }>(sql`
      select coalesce(${isLinked}, false) as own, to_jsonb(${sql.identifier(table)}) as row,
        case when ${isLinked} then null else ${partsIn(each, people)} end as parts
      from ${sql.identifier(table)} where ${isLinked} or ${finds} order by 1 desc, 2 limit ${MAX_ROWS + 1}`)
    if (rows.length > MAX_ROWS) found.cut.push(table)
    const written = rows
      .slice(0, MAX_ROWS)
      .map(({ own, row, parts }) => ({ table, own, ...(own ? withText(row) : narrowed(row, parts ?? {})) }))
    if (written.length > 0) found.places[place] = [...(found.places[place] ?? []), ...written]
  }
  return found
}

/** Of one table; own rows first. */
export const MAX_ROWS = 20_000

/** The parts of a row's columns that have something of the people: texts and numbers of documents, what matches of bytes. */
const partsIn = ({ table, columns }: PersonalTable, people: People): SQL => {
  const parts = Object.entries(columns).flatMap(([name, treatment]) => {
    const column = sql`${sql.identifier(table)}.${sql.identifier(name)}`
    return [sql`${name}::text`, treatment === bytes ? matchesIn(column, people) : valuesIn(column, people)]
  })
  return sql`jsonb_strip_nulls(jsonb_build_object(${sql.join(parts, sql`, `)}))`
}

/** A number of a document is a phone as of ten digits, as for `redact_json`. */
const valuesIn = (column: SQL, people: People): SQL => sql`(
  select jsonb_agg(part) from jsonb_path_query(to_jsonb(${column}), 'strict $.**') part
  where (jsonb_typeof(part) = 'string' or jsonb_typeof(part) = 'number' and length(part::text) > 9)
    and ${hasPeople(sql`part #>> '{}'`, people)})`

const matchesIn = (column: SQL, { pattern }: People): SQL => sql`(
  select jsonb_agg(part[1]) from regexp_matches(encode(${column}, 'escape'), ${`(${pattern})`}::text, 'gi') part)`

/** What finds a row of somebody else, and its parts; a column of one text has that text. */
const narrowed = (row: Row, parts: Row): Row => {
  const named = Object.entries(row).filter(([name, value]) => identifying.has(name) && value !== null)
  const texts = Object.entries(parts).map(([name, values]) =>
    Array.isArray(values) && values[0] === row[name] ? [name, row[name]] : [name, values],
  )
  return Object.fromEntries([...named, ...texts])
}

const identifying = new Set([
  'id',
  'number',
  'code',
  'batch_id',
  'resource',
  'record_id',
  'key',
  'event',
  'source',
  'external_id',
  'user',
])

/** Bytes as text. */
const withText = (row: Row): Row =>
  typeof row.body === 'string' && row.body.startsWith('\\x')
    ? { ...row, body: Buffer.from(row.body.slice(2), 'hex').toString('utf8') }
    : row

/** A line of the history of each order: who read everything about its customer. */
export const recordReading = async (
  tx: Transaction,
  actor: Actor,
  { orders }: People,
  batch: Batch,
): Promise<void> => {
  const { rows } = await tx.execute<{ id: string; version: number }>(sql`
    select id, version from orders where id = any(${sql.param([...orders])}::uuid[]) order by id`)
  await recordChanges(
    tx,
    actor,
    batch,
    rows.map(({ id: recordId, version }) => ({
      verb: 'customer.export',
      resource: 'orders' as const,
      recordId,
      version,
      before: {},
      after: {},
    })),
  )
}
