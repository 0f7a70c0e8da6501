import { randomInt, randomUUID } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import {
  erasedMark,
  erasedPhonePrefix,
  type PersonalPlace,
  personalPlaces,
} from '../../../domain/customers/personal-data.ts'
import { fold } from '../../../domain/lib/fold.ts'
import type { Executor } from '../../db/drizzle.ts'
import { type PersonalTable, personalTables } from './personal-tables.ts'
import { patternsOf, splitWords } from './spellings.ts'
import type { People } from './treatments.ts'

/** Milliseconds of a statement, longer than those of a request: unindexed texts are read whole. */
export const slowestScan = 10 * 60_000

/** Orders of the phones, deleted ones too, with their parcels, and what else identifies their customers. */
export const findPeople = async (
  db: Executor,
  phones: readonly string[],
): Promise<People & { texts: string[] }> => {
  const theirs = sql`any(${sql.param([...phones])}::text[])`
  const { rows } = await db.execute<{ id: string; parcel: string | null; name: string; address: string }>(sql`
    select orders.id, parcel.id as parcel, orders.customer_name as name, orders.customer_address as address
    from orders left join shippings parcel on parcel."order" = orders.id
    where orders.customer_phone = ${theirs} order by orders.id`)
  const blocks = await db.execute<{ id: string }>(sql`select id from blocked where phone = ${theirs}`)
  const orders = rows.map(({ id }) => id)
  const former = await formerTexts(db, orders)
  const texts = [...new Set([...rows.flatMap(({ name, address }) => [name, address]), ...former])]
  const alone: string[] = []
  for (const each of texts) if (isTelling(each) && (await isAlone(db, each, orders))) alone.push(each)
  return {
    phones,
    orders,
    parcels: rows.flatMap(({ parcel }) => parcel ?? []),
    blocks: blocks.rows.map(({ id }) => id),
    texts,
    aliases: Object.fromEntries(phones.map((phone) => [phone, drawAlias()])),
    salt: randomUUID(),
    ...patternsOf(phones, alone),
  }
}

/** Names and addresses that the orders had before they were corrected. */
const formerTexts = async (db: Executor, orders: readonly string[]): Promise<string[]> => {
  const { rows } = await db.execute<{ text: string }>(sql`
    select distinct field.value #>> '{}' as text from changes
      cross join lateral (values (before), (after)) side (fields)
      cross join lateral jsonb_each(side.fields) field (name, value)
    where record_id = any(${sql.param([...orders])}::uuid[]) and field.name in ('customerName', 'customerAddress')
      and jsonb_typeof(field.value) = 'string' and not starts_with(field.value #>> '{}', ${erasedMark})`)
  return rows.map(({ text }) => text)
}

/** As long as E.164 allows for: nobody draws the same twice. */
const drawAlias = (): string =>
  `${erasedPhonePrefix}${Array.from({ length: 11 }, () => randomInt(10)).join('')}`

/** One word, or a short text, is found in texts that are about something else. */
const isTelling = (text: string): boolean => text.length >= 6 && splitWords(text).length >= 2

/** Whether no order of somebody else has that name or address. */
const isAlone = async (db: Executor, text: string, orders: readonly string[]): Promise<boolean> => {
  const { rows } = await db.execute(sql`
    select 1 from search_entries
    where resource = 'orders' and text like ${`%${fold(text).replace(/[\\%_]/g, '\\$&')}%`}
      and record_id <> all(${sql.param([...orders])}::uuid[])
    limit 1`)
  return rows.length === 0
}

const nobody = sql`false`

type Parts = { isLinked: SQL; finds: SQL; changes: { name: string; becomes: SQL }[] }

/** Conditions of a table's rows, and the new values of its columns. */
export const conditionsIn = ({ table, columns, linked, isDeleted }: PersonalTable, people: People): Parts => {
  const isLinked = linked?.(people) ?? nobody
  const treated = Object.entries(columns).map(([name, treat]) => ({
    name,
    ...treat({ column: sql`${sql.identifier(table)}.${sql.identifier(name)}`, isLinked, people }),
  }))
  const hits = treated.map(({ finds }) => finds)
  const all = isDeleted ? [isLinked, ...hits] : hits
  return {
    isLinked,
    finds: all.length === 0 ? nobody : sql`(${sql.join(all, sql` or `)})`,
    changes: treated.map(({ name, becomes }) => ({ name, becomes })),
  }
}

/** Rows with something of the people, by place. */
export const countPeople = async (db: Executor, people: People): Promise<Record<PersonalPlace, number>> => {
  const counts = Object.fromEntries(personalPlaces.map((place) => [place, 0])) as Record<
    PersonalPlace,
    number
  >
  for (const each of personalTables) {
    const { rows } = await db.execute<{ count: string }>(
      sql`select count(*) as count from ${sql.identifier(each.table)} where ${conditionsIn(each, people).finds}`,
    )
    counts[each.place] += Number(rows[0]?.count ?? 0)
  }
  return counts
}
