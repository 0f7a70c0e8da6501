import { randomInt, randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { erasedMark, erasedPhonePrefix } from '../../../domain/customers/personal-data.ts'
import { fold } from '../../../domain/lib/fold.ts'
import type { Executor } from '../../db/drizzle.ts'
import { patternsOf, splitWords } from './spellings.ts'
import type { People, Whose } from './treatments.ts'

/** Milliseconds of a statement, longer than those of a request: unindexed texts are read whole. */
export const slowestScan = 10 * 60_000

/** A customer, their rows, and their names and addresses that nobody else has (`alone`; `texts` are all). */
export type KnownCustomer = Omit<Whose, 'phones'> & {
  phone: string
  texts: string[]
  alone: string[]
  alias: string
}

/** The customers of phones with their orders, deleted ones too. What only they have among each other counts as nobody else's. */
export const findCustomers = async (db: Executor, phones: readonly string[]): Promise<KnownCustomer[]> => {
  const theirs = sql`any(${sql.param([...phones])}::text[])`
  const { rows } = await db.execute<{
    phone: string
    id: string
    parcel: string | null
    texts: string[]
  }>(sql`
    select orders.customer_phone as phone, orders.id, parcel.id as parcel,
      array[orders.customer_name, orders.customer_address] as texts
    from orders left join shippings parcel on parcel."order" = orders.id
    where orders.customer_phone = ${theirs} order by orders.id`)
  const blocks = await db.execute<{ phone: string; id: string }>(
    sql`select phone, id from blocked where phone = ${theirs}`,
  )
  const all = rows.map(({ id }) => id)
  const former = await formerTexts(db, all)
  const isAloneAmong = new Map<string, boolean>()
  for (const text of new Set([...rows.flatMap(({ texts }) => texts), ...[...former.values()].flat()]))
    isAloneAmong.set(text, isTelling(text) && (await isAlone(db, text, all)))
  return phones.map((phone) => {
    const own = rows.filter((row) => row.phone === phone)
    const orders = own.map(({ id }) => id)
    const texts = [...new Set(own.flatMap((row) => [...row.texts, ...(former.get(row.id) ?? [])]))]
    return {
      phone,
      orders,
      parcels: own.flatMap(({ parcel }) => parcel ?? []),
      blocks: blocks.rows.filter((block) => block.phone === phone).map(({ id }) => id),
      texts,
      alone: texts.filter((text) => isAloneAmong.get(text)),
      alias: drawAlias(),
    }
  })
}

/** Several customers as what their rows are found by. */
export const asPeople = (customers: readonly KnownCustomer[]): People => {
  const phones = customers.map(({ phone }) => phone)
  return {
    ...whoseOf(customers),
    aliases: Object.fromEntries(customers.map(({ phone, alias }) => [phone, alias])),
    salt: randomUUID(),
    ...patternsOf(
      phones,
      customers.flatMap(({ alone }) => alone),
    ),
  }
}

export const whoseOf = (customers: readonly KnownCustomer[]): Whose => ({
  phones: customers.map(({ phone }) => phone),
  orders: customers.flatMap(({ orders }) => orders),
  parcels: customers.flatMap(({ parcels }) => parcels),
  blocks: customers.flatMap(({ blocks }) => blocks),
})

/** `texts`: all names and addresses, also those that others have. */
export const findPerson = async (db: Executor, phone: string): Promise<People & { texts: string[] }> => {
  const customers = await findCustomers(db, [phone])
  return { ...asPeople(customers), texts: customers.flatMap(({ texts }) => texts) }
}

/** Names and addresses that the orders had before they were corrected, by order. */
const formerTexts = async (db: Executor, orders: readonly string[]): Promise<Map<string, string[]>> => {
  const { rows } = await db.execute<{ id: string; texts: string[] }>(sql`
    select record_id as id, array_agg(distinct field.value #>> '{}') as texts from changes
      cross join lateral (values (before), (after)) side (fields)
      cross join lateral jsonb_each(side.fields) field (name, value)
    where record_id = any(${sql.param([...orders])}::uuid[]) and field.name in ('customerName', 'customerAddress')
      and jsonb_typeof(field.value) = 'string' and not starts_with(field.value #>> '{}', ${erasedMark}) group by 1`)
  return new Map(rows.map(({ id, texts }) => [id, texts]))
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
