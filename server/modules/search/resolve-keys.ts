import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../../../domain/access/actor.ts'
import type { CountryCode } from '../../../domain/core/countries.ts'
import type { ResourceName } from '../../../domain/resources.ts'
import { type ResolvedKeys, readRecordKey } from '../../../domain/search/record-keys.ts'
import type { ListSource } from '../../crud/list-source.ts'
import { scopeSql } from '../../crud/where-sql.ts'
import type { Executor } from '../../db/executor.ts'
import { resourceLists } from '../../queries/resource-lists.ts'

/** Where records are found by a telephone number and by a reference of somebody's own, beside their number. */
type KeyColumns = { phone?: SQL; reference?: SQL; join?: SQL }

const ofOrders: KeyColumns = {
  phone: sql`orders.customer_phone`,
  reference: sql`lower(orders.external_ref)`,
}

const keyColumns: Partial<Record<ResourceName, KeyColumns>> = {
  orders: ofOrders,
  shippings: {
    ...ofOrders,
    join: sql`join orders on orders.id = shippings."order" and orders.deleted_at is null`,
  },
  users: { phone: sql`users.phone`, reference: sql`lower(users.email)` },
  invoices: { reference: sql`lower(invoices.code)` },
}

/** Finds the records of one list that keys name, among those that the actor may list. `country` is for telephone numbers. */
export const resolveKeys = async (
  db: Executor,
  actor: Actor,
  resource: ResourceName,
  keys: readonly string[],
  country: CountryCode,
): Promise<ResolvedKeys> => {
  const { source } = resourceLists[resource]
  const { phone, reference, join = sql.empty() } = keyColumns[resource] ?? {}
  const read = keys.map((key) => readRecordKey(key, country))
  const byNumber = read.map(({ number }) =>
    number === null || (number.resource ?? resource) !== resource ? null : number.value,
  )
  const ways = [
    match(source, actor, join, { column: sql`${source.table.number}`, values: byNumber, type: 'bigint' }),
    ...(phone === undefined
      ? []
      : [match(source, actor, join, { column: phone, values: read.map((key) => key.phone), type: 'text' })]),
    ...(reference === undefined
      ? []
      : [
          match(source, actor, join, {
            column: reference,
            values: read.map((key) => key.reference),
            type: 'text',
          }),
        ]),
  ]
  const { rows } = await db.execute<{ at: number; count: number; id: string }>(sql`
    select at::int as at, count(distinct id)::int as count, min(id::text) as id
    from (${sql.join(ways, sql` union all `)}) matches group by at`)
  const found = new Map(rows.map((row) => [row.at, row]))
  const resolved: ResolvedKeys = { found: [], unknown: [], ambiguous: [] }
  for (const [index, key] of keys.entries()) {
    const row = found.get(index + 1)
    if (row === undefined) resolved.unknown.push(key)
    else if (row.count === 1) resolved.found.push({ key, id: row.id })
    else resolved.ambiguous.push({ key, count: row.count })
  }
  return resolved
}

type Way = { column: SQL; values: readonly (string | number | null)[]; type: 'bigint' | 'text' }

/** The records whose column has one of the values, with the place of that value among the keys, from 1. */
const match = (source: ListSource, actor: Actor, join: SQL, { column, values, type }: Way): SQL => sql`
  select asked.at, ${source.table.id} as id
  from unnest(${sql.param([...values])}::${sql.raw(type)}[]) with ordinality asked (value, at)
  join ${source.table} on true ${join}
  where asked.value is not null and ${column} = asked.value
    and ${source.table.deletedAt} is null and ${scopeSql(source, actor, source.verb)}`
