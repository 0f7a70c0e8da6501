import { randomInt, randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { erasedMark, erasedPhonePrefix } from '../../../domain/customers/erased.ts'
import { fold } from '../../../domain/lib/fold.ts'
import type { Executor } from '../../db/drizzle.ts'
import { eventsOf } from './personal-tables.ts'
import { prefilterOf } from './prefilter.ts'
import { patternsOf, splitWords } from './spellings.ts'
import type { People, Whose } from './treatments.ts'
import { readWaitingEvents, type WaitingEvent } from './waiting-events.ts'

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
  const waiting = await readWaitingEvents(db)
  const named = await namesOfEvents(db, { phones, orders: all, parcels: [], blocks: [], events: [] })
  const customers = phones.map((phone) => {
    const own = rows.filter((row) => row.phone === phone)
    const events = waiting.filter((event) => event.phone === phone)
    const names = [
      ...named.filter((event) => event.phone === phone || own.some(({ id }) => event.orders.includes(id))),
      ...events,
    ].flatMap(({ name }) => name ?? [])
    return {
      phone,
      orders: own.map(({ id }) => id),
      parcels: own.flatMap(({ parcel }) => parcel ?? []),
      blocks: blocks.rows.filter((block) => block.phone === phone).map(({ id }) => id),
      events: events.map(({ id }) => id),
      texts: [...new Set([...own.flatMap((row) => [...row.texts, ...(former.get(row.id) ?? [])]), ...names])],
      alias: drawAlias(),
    }
  })
  const alone = await textsOfNobodyElse(db, customers, waiting)
  return customers.map((customer) => ({
    ...customer,
    alone: customer.texts.filter((text) => alone.has(text)),
  }))
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

export const whoseOf = (customers: readonly Omit<KnownCustomer, 'alone'>[]): Whose => ({
  phones: customers.map(({ phone }) => phone),
  orders: customers.flatMap(({ orders }) => orders),
  parcels: customers.flatMap(({ parcels }) => parcels),
  blocks: customers.flatMap(({ blocks }) => blocks),
  events: customers.flatMap(({ events }) => events),
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

/** Names that events of shops had for the people, also where their order was corrected afterwards. */
const namesOfEvents = async (
  db: Executor,
  whose: Whose,
): Promise<{ phone: string | null; orders: string[]; name: string }[]> => {
  const { rows } = await db.execute<{ phone: string | null; orders: string[]; name: string }>(sql`
    select customer_phone as phone, orders, customer_name as name from intake
    where ${eventsOf(whose)} and customer_name is not null and not starts_with(customer_name, ${erasedMark})`)
  return rows
}

/** Names and addresses of the customers that nobody else has: no order, no deleted one, no event of a shop. */
const textsOfNobodyElse = async (
  db: Executor,
  customers: readonly Omit<KnownCustomer, 'alone'>[],
  waiting: readonly WaitingEvent[],
): Promise<ReadonlySet<string>> => {
  const whose = whoseOf(customers)
  const alone = new Set<string>()
  for (const text of new Set(customers.flatMap(({ texts }) => texts)))
    if (isTelling(text) && !(await isFound(db, text, whose.orders))) alone.add(text)
  const mayHave = prefilterOf([], [...alone])
  const leave = (others: string): void => {
    const folded = fold(others)
    if (mayHave(others) || mayHave(folded))
      for (const text of alone) if (folded.includes(fold(text))) alone.delete(text)
  }
  for (const { id, name, lines } of waiting)
    if (!whose.events.includes(id)) leave([name ?? '', ...lines].join(' '))
  if (alone.size > 0) await readUnfound(db, whose, leave)
  return alone
}

/** Whether an order of somebody else has that name or address. */
const isFound = async (db: Executor, text: string, orders: readonly string[]): Promise<boolean> => {
  const { rows } = await db.execute(sql`
    select 1 from search_entries
    where resource = 'orders' and text like ${`%${fold(text).replace(/[\\%_]/g, '\\$&')}%`}
      and record_id <> all(${sql.param([...orders])}::uuid[])
    limit 1`)
  return rows.length > 0
}

/** Rows read at once. */
const step = 2_000

/** Reads names and addresses of others that no search entry has, once: of deleted orders, and of events that no order came of. */
const readUnfound = async (db: Executor, whose: Whose, read: (text: string) => void): Promise<void> => {
  await db.execute(sql`declare unfound_texts no scroll cursor for
    select concat_ws(' ', customer_name, customer_address) as text from orders
      where deleted_at is not null and id <> all(${sql.param([...whose.orders])}::uuid[])
    union all
    select concat_ws(' ', customer_name, understood #>> '{customer,name}', understood #>> '{address,lines}') from intake
      where orders = '{}' and coalesce(customer_name, understood #>> '{customer,name}') is not null
        and coalesce(not ${eventsOf(whose)}, true)`)
  for (let isLast = false; !isLast; ) {
    const { rows } = await db.execute<{ text: string }>(
      sql`fetch ${sql.raw(String(step))} from unfound_texts`,
    )
    for (const { text } of rows) read(text)
    isLast = rows.length < step
  }
  await db.execute(sql`close unfound_texts`)
}
