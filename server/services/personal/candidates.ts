import { type SQL, sql } from 'drizzle-orm'
import { erasedMark } from '../../../domain/customers/erased.ts'
import type { Transaction } from '../../db/drizzle.ts'
import { type KnownCustomer, whoseOf } from './find-customers.ts'
import { type PersonalTable, personalTables, placedColumn } from './personal-tables.ts'
import { prefilterOf } from './prefilter.ts'

/** Primary keys of rows that may have something of some people, by table. */
export type Candidates = ReadonlyMap<string, { key: readonly string[]; rows: readonly string[] }>

export const isCandidate = (each: PersonalTable, among: Candidates): SQL => {
  const { key, rows } = among.get(each.table)!
  const table = sql.identifier(each.table)
  const names = sql.join(
    key.map((name) => sql`known.${sql.identifier(name)}`),
    sql`, `,
  )
  const isKnown = sql`(${sql.join(
    key.map((name) => placedColumn(each, name)),
    sql`, `,
  )}) in (select ${names} from jsonb_populate_recordset(null::${table}, ${`[${rows.join(',')}]`}::jsonb) known)`
  // Another person of the same row had it changed.
  const renamed = key.filter((name) => name in each.columns)
  return sql`(${sql.join([isKnown, ...renamed.map((name) => sql`starts_with(${placedColumn(each, name)}, ${erasedMark})`)], sql` or `)})`
}

/** Rows read at once. */
const step = 2_000

/** Reads every text once for all customers, whatever their number. */
export const findCandidates = async (
  tx: Transaction,
  customers: readonly KnownCustomer[],
): Promise<Candidates> => {
  const whose = whoseOf(customers)
  const mayHave = prefilterOf(
    whose.phones,
    customers.flatMap(({ alone }) => alone),
  )
  const found = new Map<string, { key: readonly string[]; rows: string[] }>()
  for (const each of personalTables) {
    const key = await keyOf(tx, each.table)
    const rows: string[] = []
    const keyFields = key.flatMap((name) => [sql`${name}::text`, placedColumn(each, name)])
    const texts = Object.entries(each.columns).flatMap(([name, { read }]) =>
      read === null ? [] : [read(placedColumn(each, name))],
    )
    await tx.execute(sql`declare searched_rows no scroll cursor for
      select jsonb_build_object(${sql.join(keyFields, sql`, `)})::text as key, ${each.linked?.(whose) ?? sql`false`} as linked,
        concat_ws(' ', ${sql.join([sql`''`, ...texts], sql`, `)}) as text
      from ${sql.identifier(each.table)}`)
    for (let isLast = false; !isLast; ) {
      const page = await tx.execute<{ key: string; linked: boolean; text: string }>(
        sql`fetch ${sql.raw(String(step))} from searched_rows`,
      )
      for (const row of page.rows) if (row.linked || mayHave(row.text)) rows.push(row.key)
      isLast = page.rows.length < step
    }
    await tx.execute(sql`close searched_rows`)
    found.set(each.table, { key, rows })
  }
  return found
}

/** Names of the columns of a primary key. */
const keyOf = async (tx: Transaction, table: string): Promise<string[]> => {
  const { rows } = await tx.execute<{ name: string }>(sql`
    select attname as name from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey)
    where indrelid = ${table}::regclass and indisprimary order by attnum`)
  return rows.map(({ name }) => name)
}
